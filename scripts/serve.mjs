import { existsSync, readFileSync } from "node:fs";
import http from "node:http";
import https from "node:https";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sirv from "sirv";

const secure = process.argv.includes("--https");
const host = secure ? "localhost" : "127.0.0.1";
const port = Number(process.env.PORT || 3000);
const dist = fileURLToPath(new URL("../dist", import.meta.url));

function stop(line) {
  console.error(line);
  process.exit(1);
}

/** Trusting the certificates needs the machine's owner; where that fails, the files may still be good enough to serve with. */
async function certificates() {
  const { default: developer } = await import("office-addin-dev-certs");
  try {
    return await developer.getHttpsServerOptions();
  } catch (error) {
    const folder = join(homedir(), ".office-addin-dev-certs");
    const [authority, certificate, key] = ["ca.crt", "localhost.crt", "localhost.key"].map((name) => join(folder, name));
    console.error(`\nThe development certificate could not be made trusted here: ${String(error.message).trim()}`);
    if (!existsSync(certificate) || !existsSync(key)) stop(`Nor could it be generated in ${folder}, so nothing is served over https.`);
    console.error(`It was generated, and the page is served with it. Excel and browsers refuse it until you trust its authority,
${authority}, as an administrator:
  Windows  open the file, Install Certificate, Local Machine, Trusted Root Certification Authorities
  Mac      open the file in Keychain Access, and set it to Always Trust
  Linux    copy the file to /usr/local/share/ca-certificates/office-addin-dev-certs/ and run update-ca-certificates\n`);
    return { cert: readFileSync(certificate), key: readFileSync(key) };
  }
}

if (!existsSync(join(dist, "index.html"))) stop("There is nothing to serve yet: run npm run build first.");
if (!Number.isInteger(port) || port < 0 || port > 65535) stop(`PORT is ${process.env.PORT}, but a port is a whole number from 0 to 65535.`);

// dev: a rebuild shows at once; etag: and what did not change is not sent again.
const files = sirv(dist, { dev: true, etag: true });

function answer(request, response) {
  // A backward range would end the process (sirv hands it to the file system unchecked), and no file here needs one.
  delete request.headers.range;
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("X-Content-Type-Options", "nosniff");
  files(request, response);
}

const server = secure ? https.createServer(await certificates(), answer) : http.createServer(answer);

server.on("error", (error) => {
  stop(error.code === "EADDRINUSE" ? `Port ${port} is in use: stop what runs there, or choose another with PORT=3001.` : error.message);
});

server.listen(port, host, () => {
  const actual = server.address().port;
  console.log(`
VAL is at ${secure ? "https" : "http"}://${host}:${actual}

To add it to Excel${secure ? ", while this runs" : " (which takes add-ins over https only, so start it with npm run sideload)"}:
  Windows  put dist/manifest.xml in a shared folder; in Excel, File > Options > Trust Center > Trust Center Settings >
           Trusted Add-in Catalogs, add the folder as \\\\computer\\folder, tick Show in Menu, restart Excel;
           then Home > Add-ins > More Add-ins > Shared Folder > VAL
  Mac      copy dist/manifest.xml to ~/Library/Containers/com.microsoft.Excel/Data/Documents/wef/ (make the folder
           if it is missing), restart Excel; then Home > Add-ins > VAL
  Web      open a workbook; Home > Add-ins > More Add-ins > Upload My Add-in > dist/manifest.xml`);
  if (secure && actual !== 3000) console.log("The manifest names port 3000, so Excel does not find the add-in on this one.");
  console.log("\nCtrl+C ends it.");
});

for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(0));
