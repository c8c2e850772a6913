import { scriptAddress } from '../../../platform/api/scriptAddress.ts'
// oxlint-disable-next-line import/default -- Vite bundles the worker into a separate file and exports its URL
import address from './pdfWorker.ts?worker&url'

/** Starts the worker that parses PDF files, from a file of our own. */
export const startPdfWorker = (): Worker => new Worker(scriptAddress(address), { type: 'module' })
