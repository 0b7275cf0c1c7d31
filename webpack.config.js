require("./scripts/typescript.cjs");
const { chmodSync, readdirSync, readFileSync } = require("node:fs");
const { join, resolve } = require("node:path");
const CopyPlugin = require("copy-webpack-plugin");
const MinimizerPlugin = require("minimizer-webpack-plugin");
const { BannerPlugin, Compilation, DefinePlugin, sources } = require("webpack");
const { version } = require("./package.json");

const DEVELOPMENT_URL = "https://localhost:3000/";
const baseUrl = process.env.VAL_BASE_URL?.replace(/\/*$/, "/");

/** A file still pointing at localhost would install fine and then load nothing on anybody else's machine. */
function based(text, name) {
  if (!baseUrl) return text;
  const moved = text.replaceAll(DEVELOPMENT_URL, baseUrl);
  if (moved.includes("localhost")) throw new Error(`${name} still names localhost although VAL_BASE_URL is ${baseUrl}`);
  return moved;
}

/** What serves Excel stays out of the page for a plain browser, which then makes no request to a third party. */
function withoutExcel(html) {
  for (const script of ["office.js", "functions.js"]) {
    const page = html.replace(new RegExp(`^.*<script\\b[^>]*${script}.*\\n`, "m"), "");
    if (page === html) throw new Error(`taskpane.html has no line that loads ${script}, so index.html cannot leave it out`);
    html = page;
  }
  return html;
}

/** What the definitions become: a name gives one text, a folder ("handbook/") gives its texts by file name. */
const derived = {
  "functions.json": () => require("./src/excel/metadata.ts").metadata(),
  "handbook/": () => require("./src/handbook").pages(),
};

const deriveFiles = {
  apply(compiler) {
    compiler.hooks.thisCompilation.tap("derived files", (compilation) => {
      const stage = Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL;
      compilation.hooks.processAssets.tap({ name: "derived files", stage }, () => {
        for (const [name, derive] of Object.entries(derived)) {
          const files = derive();
          for (const [file, text] of typeof files === "string" ? [["", files]] : Object.entries(files)) {
            compilation.emitAsset(name + file, new sources.RawSource(based(text, name + file)));
          }
        }
      });
    });
  },
};

/**
 * The licence of every package in a bundle travels with it, in one file, with the notices of what the package itself has
 * bundled: those have no folder here, only the comment that they ask to keep.
 */
const licences = (file) => ({
  apply(compiler) {
    compiler.hooks.thisCompilation.tap("licences", (compilation) => {
      compilation.hooks.processAssets.tap({ name: "licences", stage: Compilation.PROCESS_ASSETS_STAGE_ADDITIONAL }, () => {
        const bundled = [...compilation.modules].filter((module) => compilation.chunkGraph.getNumberOfModuleChunks(module) > 0).flatMap((module) => module.modules ?? [module]);
        const notices = {};
        for (const module of bundled) {
          const [folder] = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(module.resource ?? "") ?? [];
          if (folder) (notices[folder] ??= []).push(...(String(module.originalSource()?.source()).match(/\/\*![^]*?\*\//g) ?? []));
        }
        const texts = Object.keys(notices).sort().map((folder) => {
          const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
          const text = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry));
          if (!text) throw new Error(`${name} is bundled and has no licence file`);
          return [`${name} ${version}: ${license}`, readFileSync(join(folder, text), "utf8").trim(), ...new Set(notices[folder])].join("\n\n") + "\n";
        });
        compilation.emitAsset(file, new sources.RawSource(texts.join(`\n${"-".repeat(80)}\n\n`)));
      });
    });
  },
});

const makeExecutable = (file) => ({
  apply(compiler) {
    compiler.hooks.afterEmit.tap("executable", () => chmodSync(resolve(compiler.outputPath, file), 0o755));
  },
});

const copy = (from, to, transform) => ({
  from,
  to,
  transform: transform && ((content) => transform(String(content), to)),
});

module.exports = (_env, { mode }) => {
  const common = {
    mode,
    devtool: mode === "development" && "source-map",
    resolve: { extensions: [".ts", "..."] },
    module: {
      rules: [{ test: /\.ts$/, use: "swc-loader" }],
      // Every bundle is one file: Excel, the pane's policy and the server's bin all expect that.
      parser: { javascript: { dynamicImportMode: "eager" } },
    },
    // The compiler that is here anyway, in a third of the time of webpack's own choice.
    optimization: { minimizer: [new MinimizerPlugin({ minify: MinimizerPlugin.swcMinify, extractComments: false })] },
    performance: false,
    stats: "minimal",
  };
  return [
    {
      ...common,
      name: "web",
      target: ["web", "es2022"],
      entry: { functions: "./src/excel/functions.ts", taskpane: "./src/taskpane/taskpane.ts" },
      // publicPath is fixed because working it out at run time reads the document, which a bare runtime lacks.
      // The two configurations build side by side into one folder, so this one spares the other's files.
      output: { publicPath: "", clean: { keep: /^mcp\./ } },
      plugins: [
        licences("licences.txt"),
        deriveFiles,
        new CopyPlugin({
          patterns: [
            copy("src/taskpane/taskpane.html", "taskpane.html", based),
            copy("src/taskpane/taskpane.html", "index.html", (html, name) => withoutExcel(based(html, name))),
            copy("src/taskpane/taskpane.css", "taskpane.css"),
            copy("src/handbook/math.css", "math.css"),
            copy("src/handbook/handbook.css", "handbook/handbook.css"),
            copy("manifest.xml", "manifest.xml", based),
            copy("assets", "assets"),
            // What the server reads beside its one file: the sample metrics, and SQLite.
            { from: "data/metrics/*.{csv,json}", to: "metrics/[name][ext]" },
            copy("node_modules/node-sqlite3-wasm/dist/node-sqlite3-wasm.wasm", "node-sqlite3-wasm.wasm"),
          ],
        }),
      ],
    },
    {
      ...common,
      name: "node",
      target: "node20",
      resolve: { ...common.resolve, alias: { "@modelcontextprotocol/server/_shims$": resolve("src/mcp/sdk-parts.ts") } },
      module: { ...common.module, rules: [{ oneOf: [{ test: resolve("src/mcp/listing.ts"), use: "./scripts/at-build.cjs" }, ...common.module.rules] }] },
      entry: { mcp: "./src/mcp/stdio.ts" },
      plugins: [
        new DefinePlugin({ VAL_VERSION: JSON.stringify(version) }),
        new BannerPlugin({ banner: "#!/usr/bin/env node", raw: true, stage: Compilation.PROCESS_ASSETS_STAGE_REPORT }),
        makeExecutable("mcp.js"),
        licences("mcp.licences.txt"),
      ],
    },
  ];
};
