// Works of reference: encyclopedia, papers, standards, and databases of vulnerabilities.
import { htmlToText } from "../files/documents/html-to-text.ts";
import { factLines, paragraphs } from "./json-view.ts";
import { type SiteHandler, sitePage } from "./site-handler.ts";

const KEV = "https://www.cisa.gov/sites/default/files/feeds/known_exploited_vulnerabilities.json";
const MAX_KEV = 50;

const wikipedia: SiteHandler = {
  name: "wikipedia",
  match(url) {
    const host = /^([a-z-]+)\.(?:m\.)?wikipedia\.org$/.exec(url.hostname);
    const title = /^\/wiki\/([^:]+)$/.exec(url.pathname)?.[1];
    if (host === null || title === undefined) return undefined;
    const query = `action=query&prop=extracts&explaintext=1&redirects=1&format=json&formatversion=2&titles=${title}`;
    return {
      sources: [{ url: `https://${host[1]}.wikipedia.org/w/api.php?${query}` }],
      render: ([answer]) => {
        const page = answer?.json.at("query.pages.0");
        if (page === undefined || page.text("extract") === "") return "";
        const body = page
          .text("extract")
          .replaceAll(
            /^(=+) (.*?) =+$/gm,
            (_, marks: string, words: string) => `${"#".repeat(marks.length)} ${words}`,
          );
        return paragraphs(`# ${page.text("title")}`, body);
      },
    };
  },
};

export const referenceSites: readonly SiteHandler[] = [
  wikipedia,
  sitePage("arxiv", ["arxiv.org"], /^\/(?:abs|html)\/(.+)$/, ([id]) => ({
    sources: [{ url: `https://export.arxiv.org/api/query?id_list=${id}` }],
    render: async ([answer]) => {
      const entry = /<entry>([\s\S]*?)<\/entry>/.exec(answer?.text ?? "")?.[1] ?? "";
      const field = (name: string): Promise<string[]> =>
        Promise.all(
          [...entry.matchAll(new RegExp(`<${name}[^>]*>([\\s\\S]*?)</${name}>`, "g"))].map(
            ([, inner = ""]) => htmlToText(inner),
          ),
        );
      const [title] = await field("title");
      if (title === undefined) return "";
      return paragraphs(
        `# ${title}`,
        factLines({
          Authors: (await field("name")).join(", "),
          Published: (await field("published")).join(),
          PDF: `https://arxiv.org/pdf/${id}`,
        }),
        (await field("summary")).join(),
      );
    },
  })),
  sitePage(
    "rfc",
    ["rfc-editor.org", "datatracker.ietf.org", "tools.ietf.org"],
    /^\/(?:rfc|info|html|doc|doc\/html)\/rfc(\d+)(?:\.html|\.txt)?$/,
    ([number]) => ({
      sources: [{ url: `https://www.rfc-editor.org/rfc/rfc${number}.txt` }],
      render: ([answer]) => (answer?.text ?? "").replaceAll(/\n*\f\n*/g, "\n\n"),
    }),
  ),
  sitePage("crossref", ["doi.org", "dx.doi.org"], /^\/(10\..+)$/, ([doi]) => ({
    sources: [{ url: `https://api.crossref.org/works/${doi}` }],
    render: async ([answer]) => {
      const work = answer?.json.at("message");
      if (work === undefined || work.text("DOI") === "") return "";
      const authors = work
        .list("author")
        .map((author) => `${author.text("given")} ${author.text("family")}`.trim());
      return paragraphs(
        `# ${work.text("title")}`,
        factLines({
          Authors: authors.join(", "),
          In: work.text("container-title"),
          Publisher: work.text("publisher"),
          Link: work.text("URL"),
        }),
        await htmlToText(work.text("abstract")),
      );
    },
  })),
  sitePage("osv", ["osv.dev"], /^\/vulnerability\/([^/]+)$/, ([id]) => ({
    sources: [{ url: `https://api.osv.dev/v1/vulns/${id}` }],
    render: ([answer]) => {
      if (answer === undefined || answer.json.text("id") === "") return "";
      const { json } = answer;
      const affected = json.list("affected").map((item) => {
        const fixed = item
          .list("ranges")
          .flatMap((range) => range.list("events").map((event) => event.text("fixed")))
          .filter((version) => version !== "");
        return `- ${item.text("package.ecosystem")} ${item.text("package.name")}${fixed.length === 0 ? "" : `, fixed in ${fixed.join(", ")}`}`;
      });
      return paragraphs(
        `# ${json.text("id")}: ${json.text("summary")}`,
        factLines({ Aliases: json.text("aliases"), Published: json.text("published") }),
        json.text("details"),
        affected.length === 0 ? "" : `## Affected\n\n${affected.join("\n")}`,
      );
    },
  })),
  sitePage("nvd", ["nvd.nist.gov"], /^\/vuln\/detail\/(CVE-[\d-]+)$/i, ([id]) => ({
    sources: [
      { url: `https://services.nvd.nist.gov/rest/json/cves/2.0?cveId=${id?.toUpperCase()}` },
    ],
    render: ([answer]) => {
      const cve = answer?.json.at("vulnerabilities.0.cve");
      if (cve === undefined || cve.text("id") === "") return "";
      const english = cve.list("descriptions").find((item) => item.text("lang") === "en");
      const score = ["cvssMetricV40", "cvssMetricV31", "cvssMetricV30", "cvssMetricV2"]
        .map((kind) => cve.at(`metrics.${kind}.0.cvssData`))
        .find((data) => data.text("baseScore") !== "");
      const references = cve.list("references").map((item) => `- ${item.text("url")}`);
      return paragraphs(
        `# ${cve.text("id")}`,
        factLines({
          Status: cve.text("vulnStatus"),
          Published: cve.text("published"),
          CVSS: `${score?.text("baseScore") ?? ""} ${score?.text("vectorString") ?? ""}`.trim(),
        }),
        english?.text("value") ?? "",
        references.length === 0 ? "" : `## References\n\n${references.join("\n")}`,
      );
    },
  })),
  sitePage("cisa-kev", ["cisa.gov"], /^\/known-exploited-vulnerabilities-catalog$/, (_, url) => ({
    sources: [{ url: KEV }],
    render: ([answer]) => {
      const wanted = (url.searchParams.get("search_api_fulltext") ?? "").toLowerCase();
      const all = answer?.json.list("vulnerabilities") ?? [];
      const found = all.filter((item) =>
        ["cveID", "vendorProject", "product", "vulnerabilityName"].some((field) =>
          item.text(field).toLowerCase().includes(wanted),
        ),
      );
      if (all.length === 0) return "";
      return paragraphs(
        `# Known exploited vulnerabilities (${found.length} of ${all.length})`,
        ...found.slice(0, MAX_KEV).map((item) =>
          paragraphs(
            `## ${item.text("cveID")} ${item.text("vulnerabilityName")}`,
            factLines({
              Added: item.text("dateAdded"),
              Due: item.text("dueDate"),
              Action: item.text("requiredAction"),
            }),
            item.text("shortDescription"),
          ),
        ),
      );
    },
  })),
];
