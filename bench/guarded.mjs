/** One call of a peer in a thread of its own, which is ended when it does not come back: some inputs send some packages round for ever. */
import { isMainThread, parentPort, Worker } from "node:worker_threads";
import { PEERS } from "./peers.mjs";

const MOST_MILLISECONDS = 1000;

let worker;

/** The number, or in words why there is none. */
export async function guarded(peer, formula, given) {
  if (!worker) {
    worker = new Worker(new URL(import.meta.url));
    await new Promise((ready) => worker.once("message", ready));
  }
  return new Promise((resolve) => {
    const end = setTimeout(() => {
      void worker.terminate();
      worker = undefined;
      resolve("hangs");
    }, MOST_MILLISECONDS);
    worker.once("message", (answer) => {
      clearTimeout(end);
      resolve(answer);
    });
    worker.postMessage({ peer, formula, given });
  });
}

export const endGuard = async () => worker?.terminate();

if (!isMainThread) {
  parentPort.on("message", ({ peer, formula, given }) => {
    let answer;
    try {
      answer = PEERS[peer][formula](given)();
    } catch (fault) {
      answer = `throws ${fault instanceof Error ? fault.message : String(fault)}`;
    }
    parentPort.postMessage(typeof answer === "number" && !Number.isFinite(answer) ? String(answer) : answer);
  });
  parentPort.postMessage("ready");
}
