import { publicPaths } from './publicPaths.ts'

/** Opens the documentation of the shops' API, a page of the server, beside the application. */
export const openDocs = (): void => void window.open(publicPaths.shopDocs(), '_blank', 'noopener')
