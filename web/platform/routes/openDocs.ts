import { publicPaths } from './publicPaths.ts'

const openBeside = (href: string): void => void window.open(href, '_blank', 'noopener')

/** Opens the documentation of the shops' API, a page of the server, beside the application. */
export const openDocs = (): void => openBeside(publicPaths.shopDocs())
/** The same of the panel's own API. */
export const openPanelDocs = (): void => openBeside(publicPaths.docs())
