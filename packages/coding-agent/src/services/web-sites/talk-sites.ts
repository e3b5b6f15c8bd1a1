// Places where people discuss: the question or story first, then what was said to it.
import { htmlToText } from "../files/documents/html-to-text.ts";
import { factLines, type JsonView, paragraphs } from "./json-view.ts";
import { type SiteHandler, sitePage } from "./site-handler.ts";

const MAX_COMMENTS = 100;

/** Comments of a tree in reading order, with their depth. */
function flatten(
  comments: readonly JsonView[],
  children: string,
  depth = 0,
): { readonly comment: JsonView; readonly depth: number }[] {
  return comments.flatMap((comment) => [
    { comment, depth },
    ...flatten(comment.list(children), children, depth + 1),
  ]);
}

function indented(text: string, depth: number): string {
  return text.replaceAll(/^/gm, "> ".repeat(depth));
}

export const talkSites: readonly SiteHandler[] = [
  sitePage("hackernews", ["news.ycombinator.com"], /^\/item$/, (_, url) => ({
    sources: [{ url: `https://hn.algolia.com/api/v1/items/${url.searchParams.get("id") ?? ""}` }],
    render: async ([item]) => {
      if (item === undefined || item.json.text("id") === "") return "";
      const said = flatten(item.json.list("children"), "children").slice(0, MAX_COMMENTS);
      const comments = await Promise.all(
        said.map(async ({ comment, depth }) =>
          indented(
            `**${comment.text("author")}**: ${await htmlToText(comment.text("text"))}`,
            depth,
          ),
        ),
      );
      const facts = {
        Link: item.json.text("url"),
        Points: item.json.text("points"),
        Author: item.json.text("author"),
      };
      return paragraphs(
        `# ${item.json.text("title")}`,
        factLines(facts),
        await htmlToText(item.json.text("text")),
        ...comments,
      );
    },
  })),
  sitePage(
    "stackoverflow",
    ["stackoverflow.com", "serverfault.com", "superuser.com", "askubuntu.com"],
    /^\/(?:questions|q)\/(\d+)(?:\/.*)?$/,
    ([id], { hostname }) => {
      const site = hostname.replace(/^www\./, "").replace(/\.com$/, "");
      const api = `https://api.stackexchange.com/2.3/questions/${id}`;
      return {
        sources: [
          { url: `${api}?site=${site}&filter=withbody` },
          {
            url: `${api}/answers?order=desc&sort=votes&site=${site}&filter=withbody`,
            isOptional: true,
          },
        ],
        render: async ([question, answers]) => {
          const asked = question?.json.at("items.0");
          if (asked === undefined || asked.text("title") === "") return "";
          const given = await Promise.all(
            (answers?.json.list("items") ?? []).map(async (answer) => {
              const accepted = answer.text("is_accepted") === "true" ? ", accepted" : "";
              const head = `## Answer by ${answer.text("owner.display_name")} (${answer.text("score")}${accepted})`;
              return paragraphs(head, await htmlToText(answer.text("body")));
            }),
          );
          return paragraphs(
            `# ${await htmlToText(asked.text("title"))}`,
            factLines({ Score: asked.text("score"), Tags: asked.text("tags") }),
            await htmlToText(asked.text("body")),
            ...given,
          );
        },
      };
    },
  ),
  sitePage(
    "reddit",
    ["reddit.com", "old.reddit.com"],
    /^(\/r\/[^/]+\/comments\/[^/]+)(?:\/.*)?$/,
    ([path]) => ({
      sources: [{ url: `https://www.reddit.com${path}.json?limit=${MAX_COMMENTS}` }],
      render: ([thread]) => {
        const post = thread?.json.at("0.data.children.0.data");
        if (thread === undefined || post === undefined || post.text("title") === "") return "";
        const replies = flatten(thread.json.list("1.data.children"), "data.replies.data.children");
        return paragraphs(
          `# ${post.text("title")}`,
          factLines({ Author: post.text("author"), Score: post.text("score") }),
          post.text("selftext"),
          ...replies
            .filter(({ comment }) => comment.text("data.body") !== "")
            .map(({ comment, depth }) =>
              indented(`**${comment.text("data.author")}**: ${comment.text("data.body")}`, depth),
            ),
        );
      },
    }),
  ),
  sitePage("lobsters", ["lobste.rs"], /^\/s\/([a-z0-9]+)(?:\/.*)?$/, ([id]) => ({
    sources: [{ url: `https://lobste.rs/s/${id}.json` }],
    render: ([story]) =>
      story === undefined || story.json.text("title") === ""
        ? ""
        : paragraphs(
            `# ${story.json.text("title")}`,
            factLines({ Link: story.json.text("url"), Score: story.json.text("score") }),
            story.json.text("description_plain"),
            ...story.json
              .list("comments")
              .map((said) =>
                indented(
                  `**${said.text("commenting_user")}**: ${said.text("comment_plain")}`,
                  Number(said.text("depth")) || 0,
                ),
              ),
          ),
  })),
  sitePage("devto", ["dev.to"], /^\/([^/]+\/[^/]+-[^/]+)$/, ([path]) => ({
    sources: [{ url: `https://dev.to/api/articles/${path}` }],
    render: ([article]) =>
      article === undefined || article.json.text("title") === ""
        ? ""
        : paragraphs(
            `# ${article.json.text("title")}`,
            factLines({
              Author: article.json.text("user.name"),
              Published: article.json.text("published_at"),
            }),
            article.json.text("body_markdown"),
          ),
  })),
];
