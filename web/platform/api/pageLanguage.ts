/** The language that this page is written in, as its server says; Spanish where there is no page. */
export const pageLanguage = (): string => (typeof document === 'undefined' ? 'es' : document.documentElement.lang)
