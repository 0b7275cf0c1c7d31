import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { XMLParser, XMLValidator } from "fast-xml-parser";

// Microsoft's validator works online only, and Excel does not say why it refuses a manifest, so the rules are checked here.

const root = join(__dirname, "..");
const manifest = readFileSync(join(root, "manifest.xml"), "utf8");

interface Element {
  name: string;
  attributes: Record<string, string>;
  children: Element[];
  text: string;
}

type Node = Record<string, unknown>;

function element(node: Node): Element {
  const name = Object.keys(node).find((key) => key !== ":@")!;
  const inside = node[name] as Node[];
  return {
    name,
    attributes: (node[":@"] ?? {}) as Record<string, string>,
    children: inside.filter((child) => !("#text" in child)).map(element),
    text: inside.map((child) => child["#text"] ?? "").join(""),
  };
}

function parse(xml: string): Element {
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: "",
    ignoreDeclaration: true,
    parseTagValue: false,
  });
  return element((parser.parse(xml) as Node[])[0]!);
}

const all = (from: Element): Element[] => [from, ...from.children.flatMap(all)];

/** Every element that the path of names leads to. */
const at = (from: Element, path: string): Element[] =>
  path.split("/").reduce((found, name) => found.flatMap((one) => one.children.filter((child) => child.name === name)), [from]);

const kindOf = ({ name, attributes }: Element) => (attributes["xsi:type"] ? `${name}:${attributes["xsi:type"]}` : name);

const value = ({ attributes }: Element) => attributes["DefaultValue"] ?? "";

/** The schema's sequences. Excel refuses a manifest whose elements stand in another order. */
const sequences: Record<string, string> = {
  "OfficeApp:TaskPaneApp":
    "Id Version ProviderName DefaultLocale DisplayName Description IconUrl HighResolutionIconUrl SupportUrl Hosts Requirements DefaultSettings Permissions VersionOverrides",
  Hosts: "Host",
  Requirements: "Sets",
  Sets: "Set+",
  DefaultSettings: "SourceLocation",
  "VersionOverrides:VersionOverridesV1_0": "Hosts Resources",
  "Host:Workbook": "Runtimes AllFormFactors DesktopFormFactor",
  Runtimes: "Runtime",
  AllFormFactors: "ExtensionPoint",
  "ExtensionPoint:CustomFunctions": "Script Page Metadata Namespace",
  Script: "SourceLocation",
  Page: "SourceLocation",
  Metadata: "SourceLocation",
  DesktopFormFactor: "GetStarted FunctionFile ExtensionPoint",
  GetStarted: "Title Description LearnMoreUrl",
  "ExtensionPoint:PrimaryCommandSurface": "OfficeTab",
  OfficeTab: "Group",
  Group: "Label Icon Control+",
  Icon: "bt:Image+",
  "Control:Button": "Label Supertip Icon Action",
  Supertip: "Title Description",
  "Action:ShowTaskpane": "TaskpaneId SourceLocation",
  Resources: "bt:Images bt:Urls bt:ShortStrings bt:LongStrings",
  "bt:Images": "bt:Image+",
  "bt:Urls": "bt:Url+",
  "bt:ShortStrings": "bt:String+",
  "bt:LongStrings": "bt:String+",
};

/** Which list of resources an element with a resid takes its own from. */
const listOf: Record<string, string> = {
  "bt:Image": "bt:Images",
  Runtime: "bt:Urls",
  SourceLocation: "bt:Urls",
  FunctionFile: "bt:Urls",
  LearnMoreUrl: "bt:Urls",
  Namespace: "bt:ShortStrings",
  Label: "bt:ShortStrings",
  Title: "bt:ShortStrings",
  Description: "bt:LongStrings",
};

const longest: Record<string, number> = { "bt:Images": 2048, "bt:Urls": 2048, "bt:ShortStrings": 125, "bt:LongStrings": 250 };

const workbook = "VersionOverrides/Hosts/Host";
const functions = `${workbook}/AllFormFactors/ExtensionPoint`;
const desktop = `${workbook}/DesktopFormFactor`;
const button = `${desktop}/ExtensionPoint/OfficeTab/Group/Control`;

const resources = (app: Element) =>
  at(app, "VersionOverrides/Resources").flatMap((lists) =>
    lists.children.flatMap((list) => list.children.map((one) => ({ list: list.name, id: one.attributes["id"] ?? "", value: value(one) }))),
  );

const references = (app: Element) => all(app).filter(({ attributes }) => attributes["resid"] !== undefined);

const resolve = (app: Element, { attributes }: Element) => resources(app).find(({ id }) => id === attributes["resid"])?.value ?? "";

const addresses = (app: Element) => [
  ...["IconUrl", "HighResolutionIconUrl", "SupportUrl", "DefaultSettings/SourceLocation"].flatMap((path) => at(app, path).map(value)),
  ...resources(app).filter(({ list }) => list === "bt:Images" || list === "bt:Urls").map((one) => one.value),
];

const base = (app: Element) => (at(app, "DefaultSettings/SourceLocation").map(value)[0] ?? "").replace(/[^/]*$/, "");

function pixels(file: string): string {
  if (!existsSync(file)) return "missing";
  const png = readFileSync(file);
  return `${png.readUInt32BE(16)} x ${png.readUInt32BE(20)}`;
}

const icons = (app: Element): [address: string, size: string][] => [
  ...at(app, "IconUrl").map((one): [string, string] => [value(one), "32"]),
  ...at(app, "HighResolutionIconUrl").map((one): [string, string] => [value(one), "64"]),
  ...references(app).filter(({ name }) => name === "bt:Image").map((one): [string, string] => [resolve(app, one), one.attributes["size"] ?? ""]),
];

const only = (path: string, expected: string, read: (one: Element) => string | undefined) => (app: Element) =>
  at(app, path).map(read).filter((found) => found !== expected).map((found) => `${path} is ${found}, not ${expected}`);

const matches = (path: string, pattern: RegExp) => (app: Element) =>
  at(app, path).filter(({ text }) => !pattern.test(text)).map(({ text }) => `${path} is ${text}`);

const together = (...checks: ((app: Element) => string[])[]) => (app: Element) => checks.flatMap((check) => check(app));

const rules: Record<string, (app: Element) => string[]> = {
  order: (app) =>
    all(app).flatMap((one) => {
      const sequence = sequences[kindOf(one)] ?? "";
      const pattern = sequence.replace(/([\w:]+)(\+?) ?/g, "(?:$1 )$2");
      const found = one.children.map(({ name }) => `${name} `).join("");
      return new RegExp(`^${pattern}$`).test(found) ? [] : [`${kindOf(one)} holds "${found.trim()}", not "${sequence}"`];
    }),
  namespaces: (app) =>
    Object.entries({
      xmlns: "http://schemas.microsoft.com/office/appforoffice/1.1",
      "xmlns:xsi": "http://www.w3.org/2001/XMLSchema-instance",
      "xmlns:bt": "http://schemas.microsoft.com/office/officeappbasictypes/1.0",
    })
      .filter(([name, expected]) => app.attributes[name] !== expected)
      .map(([name]) => `${name} is ${app.attributes[name]}`)
      .concat(only("VersionOverrides", "http://schemas.microsoft.com/office/taskpaneappversionoverrides", (one) => one.attributes["xmlns"])(app)),
  id: matches("Id", /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i),
  // Three numbers, or less than 1.0, and Excel on the web or the store refuses what Excel on the desk takes.
  version: matches("Version", /^[1-9]\d{0,4}(\.\d{1,5}){3}$/),
  permissions: matches("Permissions", /^ReadWriteDocument$/),
  host: together(
    only("Hosts/Host", "Workbook", (one) => one.attributes["Name"]),
    only(workbook, "Workbook", (one) => one.attributes["xsi:type"]),
  ),
  // More than these two would lock out Excel 2021; anything newer is detected at run time.
  requirements: (app) => {
    const sets = at(app, "Requirements/Sets/Set").map(({ attributes }) => `${attributes["Name"]} ${attributes["MinVersion"]}`).join(", ");
    return sets === "CustomFunctionsRuntime 1.1, SharedRuntime 1.1" ? [] : [`the sets are ${sets}`];
  },
  lengths: (app) =>
    [
      ...at(app, "ProviderName").map(({ text }) => ({ id: "ProviderName", value: text, limit: 125 })),
      ...at(app, "DisplayName").map((one) => ({ id: "DisplayName", value: value(one), limit: 125 })),
      ...at(app, "Description").map((one) => ({ id: "Description", value: value(one), limit: 250 })),
      ...resources(app).map((one) => ({ ...one, limit: longest[one.list] ?? 0 })),
      ...resources(app).map(({ id }) => ({ id: `id ${id}`, value: id, limit: 32 })),
    ].flatMap(({ id, value: { length }, limit }) => (length >= 1 && length <= limit ? [] : [`${id} has ${length} characters, not 1 to ${limit}`])),
  declared: (app) =>
    references(app).flatMap(({ name, attributes: { resid } }) =>
      resources(app).some(({ list, id }) => id === resid && list === listOf[name]) ? [] : [`${name} names ${resid}, which ${listOf[name]} lacks`],
    ),
  used: (app) =>
    resources(app).flatMap(({ id }) => (references(app).some(({ attributes }) => attributes["resid"] === id) ? [] : [`nothing uses ${id}`])),
  unique: (app) => {
    const ids = resources(app).map(({ id }) => id);
    return ids.filter((id, place) => ids.indexOf(id) !== place).map((id) => `${id} is declared twice`);
  },
  // Where these differ, Excel starts a second runtime without a word, and the functions lose the pane.
  "one runtime": (app) => {
    const [runtime] = at(app, `${workbook}/Runtimes/Runtime`);
    const resid = runtime?.attributes["resid"] ?? "";
    return [
      ...only(`${workbook}/Runtimes/Runtime`, "long", (one) => one.attributes["lifetime"])(app),
      ...[`${functions}/Page/SourceLocation`, `${desktop}/FunctionFile`, `${button}/Action/SourceLocation`].flatMap((path) =>
        only(path, resid, (one) => one.attributes["resid"])(app),
      ),
      ...only("DefaultSettings/SourceLocation", runtime ? resolve(app, runtime) : "", value)(app),
    ];
  },
  files: (app) =>
    Object.entries({ Script: "functions.js", Page: "taskpane.html", Metadata: "functions.json" }).flatMap(([part, file]) =>
      only(`${functions}/${part}/SourceLocation`, base(app) + file, (one) => resolve(app, one))(app),
    ),
  namespace: (app) => only(`${functions}/Namespace`, "VAL", (one) => resolve(app, one))(app),
  addresses: (app) =>
    addresses(app)
      .filter((address) => !address.startsWith("https://") || !address.startsWith(base(app)))
      .map((address) => `${address} is not under ${base(app)} over https`),
  icons: (app) => [
    ...icons(app).flatMap(([address, size]) => {
      const found = pixels(join(root, address.slice(base(app).length)));
      return found === `${size} x ${size}` ? [] : [`${address} is ${found}, not ${size} x ${size}`];
    }),
    ...all(app)
      .filter(({ name }) => name === "Icon")
      .map(({ children }) => children.map(({ attributes }) => attributes["size"]).join(" "))
      .filter((sizes) => sizes !== "16 32 80")
      .map((sizes) => `an Icon has the sizes ${sizes}, not 16 32 80`),
  ],
};

function faults(xml: string): string[] {
  const wellFormed = XMLValidator.validate(xml);
  if (wellFormed !== true) return [`well-formed: ${wellFormed.err.msg}`];
  const app = parse(xml);
  return Object.entries(rules).flatMap(([rule, check]) => check(app).map((fault) => `${rule}: ${fault}`));
}

const replaced = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, to);

const moved = (part: RegExp, before: string) => (xml: string) => {
  const [text = ""] = part.exec(xml) ?? [];
  return xml.replace(text, "").replace(before, text + before);
};

const url = "https://localhost:3000/";
const id = "4f7441d7-335a-4b64-8ba5-0ffdfcf5a8dd";

/** One broken copy for every rule, so that no rule passes merely because it looks at nothing. */
const mutations: [name: string, mutate: (xml: string) => string, fault: RegExp][] = [
  ["an element left open", replaced("</Requirements>", ""), /^well-formed: .*Requirements/],
  ["an attribute without quotes", replaced('"Workbook"/>', "Workbook/>"), /^well-formed: /],
  ["the hosts after the requirements", moved(/<Requirements>[^]*?<\/Requirements>/, "<Hosts>"), /^order: OfficeApp:TaskPaneApp holds/],
  ["the runtimes last", moved(/<Runtimes>[^]*?<\/Runtimes>/, "</Host>\n    </Hosts>\n    <Resources>"), /^order: Host:Workbook holds "AllFormFactors/],
  ["the page before the script", moved(/<Page>[^]*?<\/Page>/, "<Script>"), /^order: ExtensionPoint:CustomFunctions holds "Page Script/],
  ["no namespace element", replaced(/<Namespace .*\/>/, ""), /^order: ExtensionPoint:CustomFunctions holds "Script Page Metadata"/],
  ["an element that nobody knows", replaced("<Permissions>", "<Wish/><Permissions>"), /^order: OfficeApp:TaskPaneApp holds .*Wish/],
  ["another schema", replaced("appforoffice/1.1", "appforoffice/1.0"), /^namespaces: xmlns is/],
  ["the overrides of a mail add-in", replaced("/taskpaneappversionoverrides", "/mailappversionoverrides"), /^namespaces: VersionOverrides is/],
  ["an id that is no GUID", replaced(id, id.slice(1)), /^id: Id is/],
  ["a version of three numbers", replaced("1.0.0.0", "1.0.0"), /^version: Version is 1.0.0$/],
  ["a version below 1.0", replaced("1.0.0.0", "0.1.0.0"), /^version: Version is 0.1.0.0$/],
  ["too little permission", replaced("ReadWriteDocument", "ReadDocument"), /^permissions: Permissions is ReadDocument$/],
  ["a host other than Excel", replaced('Name="Workbook"', 'Name="Document"'), /^host: Hosts\/Host is Document/],
  ["a newer requirement set", replaced('"CustomFunctionsRuntime" MinVersion="1.1"', '"CustomFunctionsRuntime" MinVersion="1.4"'), /^requirements: .*Runtime 1.4/],
  ["no shared runtime required", replaced(/<Set Name="SharedRuntime".*\/>/, ""), /^requirements: the sets are CustomFunctionsRuntime 1.1$/],
  ["a long name", replaced("VAL: valuation formulas", "V".repeat(126)), /^lengths: DisplayName has 126/],
  ["a long description", replaced(/(<Description DefaultValue=")/, `$1${"V".repeat(250)}`), /^lengths: Description has/],
  ["an empty label", replaced('id="Group.Label" DefaultValue="VAL"', 'id="Group.Label" DefaultValue=""'), /^lengths: Group.Label has 0/],
  ["a long tooltip", replaced(/(id="TaskpaneButton.Tooltip" DefaultValue=")/, `$1${"V".repeat(250)}`), /^lengths: TaskpaneButton.Tooltip has/],
  ["a long resource id", replaced(/Group\.Label/g, "G".repeat(33)), /^lengths: id G+ has 33/],
  ["a resource that is not declared", replaced(/<bt:Url id="Handbook.Url".*\/>/, ""), /^declared: LearnMoreUrl names Handbook.Url/],
  ["a resource of the wrong kind", replaced('<Label resid="Group.Label"/>', '<Label resid="GetStarted.Description"/>'), /^declared: Label names GetStarted.Description/],
  ["a resource that nothing uses", replaced("<bt:ShortStrings>", '<bt:ShortStrings><bt:String id="Spare" DefaultValue="x"/>'), /^used: nothing uses Spare$/],
  ["a resource declared twice", replaced("<bt:Urls>", `<bt:Urls><bt:Url id="Taskpane.Url" DefaultValue="${url}taskpane.html"/>`), /^unique: Taskpane.Url/],
  ["a short-lived runtime", replaced('lifetime="long"', 'lifetime="short"'), /^one runtime: .*Runtime is short/],
  ["a runtime of its own", replaced('<Runtime resid="Taskpane.Url"', '<Runtime resid="Handbook.Url"'), /^one runtime: .*Page\/SourceLocation is Taskpane.Url/],
  ["a page of its own", replaced(/(<Page>\s*<SourceLocation resid=")Taskpane/, "$1Handbook"), /^one runtime: .*Page\/SourceLocation is Handbook.Url/],
  ["a function file of its own", replaced('<FunctionFile resid="Taskpane', '<FunctionFile resid="Handbook'), /^one runtime: .*FunctionFile is Handbook.Url/],
  ["a button for another page", replaced(/(<\/TaskpaneId>\s*<SourceLocation resid=")Taskpane/, "$1Handbook"), /^one runtime: .*Action\/SourceLocation is Handbook.Url/],
  ["another page for old Excel", replaced(`<SourceLocation DefaultValue="${url}taskpane.html"`, `<SourceLocation DefaultValue="${url}index.html"`), /^one runtime: DefaultSettings/],
  ["a script that is not built", replaced(`${url}functions.js"`, `${url}function.js"`), /^files: .*Script\/SourceLocation is .*function.js/],
  ["another namespace", replaced('DefaultValue="VAL"', 'DefaultValue="VALUE"'), /^namespace: .*Namespace is VALUE/],
  ["an address without https", replaced(`SupportUrl DefaultValue="https:`, `SupportUrl DefaultValue="http:`), /^addresses: http:/],
  ["an address elsewhere", replaced(`Handbook.Url" DefaultValue="${url}`, 'Handbook.Url" DefaultValue="https://example.com/'), /^addresses: https:\/\/example.com/],
  ["an icon that is not there", replaced("icon-80.png", "icon-81.png"), /^icons: .*icon-81.png is missing/],
  ["an icon of another size", replaced("icon-64.png", "icon-128.png"), /^icons: .*icon-128.png is 128 x 128, not 64 x 64/],
  ["a size left out", replaced('<bt:Image size="16" resid="Icon.16"/>', ""), /^icons: an Icon has the sizes 32 80/],
];

test("the manifest is one that Excel takes", () => {
  expect(faults(manifest)).toEqual([]);
});

test.each(mutations)("the check finds %s", (_name, mutate, fault) => {
  const broken = mutate(manifest);
  expect(broken).not.toBe(manifest);
  expect(faults(broken)).toContainEqual(expect.stringMatching(fault));
});

test("every rule is seen to fail", () => {
  const failing = mutations.map(([, , fault]) => fault.source);
  expect(["well-formed", ...Object.keys(rules)].filter((rule) => !failing.some((source) => source.startsWith(`^${rule}:`)))).toEqual([]);
});
