/** Typing is answered at once; where there is much to compute, once it rests for so many milliseconds. */
const REST = 300;

export function rested(act: () => void, isMuch: () => boolean): () => void {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return () => {
    clearTimeout(waiting);
    if (isMuch()) waiting = setTimeout(act, REST);
    else act();
  };
}
