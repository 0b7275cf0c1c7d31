/** The frame of every page of the handbook, and the small pieces that all pages share. Plain HTML: no page needs a script. */

/** Text as HTML; a percent sign stays with its number. */
export const escape = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;").replace(/(\d) %/g, "$1\u00A0%");

export interface Page {
  readonly title: string;
  readonly description: string;
  readonly body: string;
}

const POLICY = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'";

export const document = ({ title, description, body }: Page): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<meta name="description" content="${escape(description)}">
<link rel="icon" href="../assets/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../math.css">
<link rel="stylesheet" href="handbook.css">
</head>
<body>
<header><a href="index.html"><img src="../assets/icon.svg" alt="" width="28" height="28">VAL handbook</a></header>
<main>
${body}
</main>
<footer><span>VAL: valuation formulas with their working and their source.</span><nav aria-label="Site"><a href="index.html">All formulas</a></nav></footer>
</body>
</html>
`;

export interface Column {
  readonly title: string;
  readonly number?: boolean;
}
/** A table; each cell is HTML. On a phone its rows are stacked, each cell with the name of its column. */
export function table(caption: string, columns: readonly Column[], rows: readonly (readonly string[])[], lastIsAnswer = false): string {
  const head = columns.map(({ title, number }) => `<th scope="col"${number ? ' class="number"' : ""}>${escape(title)}</th>`).join("");
  const body = rows.map((cells, r) => {
    const filled = cells.map((cell, i) => `<td data-label="${escape(columns[i]!.title)}"${columns[i]!.number ? ' class="number"' : ""}>${cell}</td>`).join("");
    return `<tr${lastIsAnswer && r === rows.length - 1 ? ' class="answer"' : ""}>${filled}</tr>`;
  });
  return `<table class="stack" aria-label="${escape(caption)}"><thead><tr>${head}</tr></thead><tbody>${body.join("\n")}</tbody></table>`;
}

export const list = (items: readonly string[]): string => `<ul>${items.map((item) => `<li>${item}</li>`).join("")}</ul>`;
export const code = (text: string): string => `<code>${escape(text)}</code>`;
export const block = (text: string): string => `<pre><code>${escape(text)}</code></pre>`;
export const section = (title: string, body: string): string => (body ? `<section><h2>${escape(title)}</h2>\n${body}</section>` : "");
