const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** HTML that is safe to send. */
export type Html = { readonly html: string }

/** Escapes every interpolated value, unless it is HTML itself: html`<p>${name}</p>`. */
export function html(parts: TemplateStringsArray, ...values: readonly (Html | readonly Html[] | string | number)[]): Html {
  return { html: parts.map((part, at) => part + (at < values.length ? safe(values[at] ?? '') : '')).join('') }
}

function safe(value: Html | readonly Html[] | string | number): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value).replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '')
  return 'html' in value ? value.html : value.map(({ html }) => html).join('')
}
