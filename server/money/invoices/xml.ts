const escaped: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
/** Text escaped for XML, without characters that XML does not allow, truncated to the format's maximum length. */
export const words = (value: string, maxLength: number) =>
  [...value.replace(/[\p{Cc}\p{Cs}\ufffe\uffff]/gu, ' ')]
    .slice(0, maxLength)
    .join('')
    .trim()
    .replace(/[&<>"]/g, (sign) => escaped[sign] ?? '')
/** An element with its content. */
export const tag = (name: string, ...children: readonly string[]) => `<${name}>${children.join('')}</${name}>`
