/** The language of this page, as set by the server; Spanish outside a document. */
export const pageLanguage = (): string => (typeof document === 'undefined' ? 'es' : document.documentElement.lang)
