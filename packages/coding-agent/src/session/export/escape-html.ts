// Foreign text inside HTML: it is shown, never obeyed. Pure.

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Text for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}

/** A picture as an element; anything that is no picture in base64 becomes a note. */
export function imageHtml(data: string, mimeType: string, alt = "image"): string {
  const isPicture =
    /^image\/(png|jpeg|gif|webp)$/.test(mimeType) && /^[A-Za-z0-9+/=\s]*$/.test(data);
  if (!isPicture) return `<p class="note">(${escapeHtml(mimeType)} not shown)</p>`;
  return `<img alt="${escapeHtml(alt)}" src="data:${mimeType};base64,${data}">`;
}
