// GitHub: repositories, issues and pull requests with their discussion, files, gists.
import { factLines, type JsonView, paragraphs } from "./json-view.ts";
import { type SiteHandler, sitePage } from "./site-handler.ts";

const API = "https://api.github.com";
/** First parts of paths that are pages of GitHub itself. */
const OWN_PAGES =
  "(?!(?:about|apps|collections|enterprise|explore|features|issues|login|marketplace|notifications|orgs|pricing|pulls|search|settings|sponsors|topics|trending)/)";

function discussion(comments: readonly JsonView[]): string {
  return comments
    .map((comment) => {
      const head = `### ${comment.text("user.login")}, ${comment.text("created_at")}`;
      return paragraphs(head, comment.text("body"));
    })
    .join("\n\n");
}

export const codeSites: readonly SiteHandler[] = [
  sitePage("github", ["github.com"], new RegExp(`^/${OWN_PAGES}([^/]+/[^/]+)$`), ([repo]) => ({
    sources: [
      { url: `${API}/repos/${repo}` },
      {
        url: `${API}/repos/${repo}/readme`,
        accept: "application/vnd.github.raw",
        isOptional: true,
      },
    ],
    render: ([data, readme]) => {
      if (data === undefined || data.json.text("full_name") === "") return "";
      const facts = {
        "Default branch": data.json.text("default_branch"),
        Language: data.json.text("language"),
        License: data.json.text("license.spdx_id"),
        Stars: data.json.text("stargazers_count"),
        Forks: data.json.text("forks_count"),
        "Open issues": data.json.text("open_issues_count"),
        Topics: data.json.text("topics"),
        Homepage: data.json.text("homepage"),
        Updated: data.json.text("pushed_at"),
      };
      const { json } = data;
      return paragraphs(
        `# ${json.text("full_name")}`,
        json.text("description"),
        factLines(facts),
        readme?.text ?? "",
      );
    },
  })),
  sitePage(
    "github",
    ["github.com"],
    /^\/([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/,
    ([repo, number]) => ({
      sources: [
        { url: `${API}/repos/${repo}/issues/${number}` },
        { url: `${API}/repos/${repo}/issues/${number}/comments?per_page=100`, isOptional: true },
      ],
      render: ([issue, comments]) => {
        if (issue === undefined || issue.json.text("title") === "") return "";
        const { json } = issue;
        const facts = {
          State: json.text("state"),
          Author: json.text("user.login"),
          Created: json.text("created_at"),
          Labels: json
            .list("labels")
            .map((label) => label.text("name"))
            .join(", "),
        };
        return paragraphs(
          `# ${json.text("title")} (#${json.text("number")})`,
          factLines(facts),
          json.text("body"),
          discussion(comments?.json.list() ?? []),
        );
      },
    }),
  ),
  sitePage("github", ["github.com"], /^\/([^/]+\/[^/]+)\/(?:blob|raw)\/(.+)$/, ([repo, file]) => ({
    sources: [{ url: `https://raw.githubusercontent.com/${repo}/${file}` }],
    render: ([answer]) => answer?.text ?? "",
  })),
  sitePage("github-gist", ["gist.github.com"], /^\/(?:[^/]+\/)?([0-9a-f]{8,})$/, ([id]) => ({
    sources: [{ url: `${API}/gists/${id}` }],
    render: ([gist]) =>
      gist === undefined
        ? ""
        : paragraphs(
            `# ${gist.json.text("description") || "Gist"}`,
            ...gist.json.keys("files").map((name) => {
              // Names of files hold dots; paths of views do not.
              const files = JSON.parse(gist.text) as {
                files: Record<string, { content?: string }>;
              };
              return `## ${name}\n\n\`\`\`\n${files.files[name]?.content ?? ""}\n\`\`\``;
            }),
          ),
  })),
];
