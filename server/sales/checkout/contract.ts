import type { Download, Handler } from '../../platform/calls/call.ts'
import { contractFile, contractFileName } from './contractFile.ts'
import { isStepAllowed } from './position.ts'
import { loadSale, stepRefusal } from './step.ts'

/**
 * The Standard European Consumer Credit Information before signing (Directive (EU) 2023/2225, art. 10), the contract afterwards (art. 21), as a PDF to keep.
 * It names the customer only for the browser that entered the code. Refuses with StepNotAllowed before a plan is chosen.
 */
export const checkoutContract: Handler<'checkoutContract'> = async (call): Promise<Download> => {
  const { sale, position } = await loadSale(call)
  if (!isStepAllowed('contract', position)) throw stepRefusal(position, 'contract')
  const { scope, now, services } = call
  const about = { sale, isSigned: position.status === 'approved', isNamed: position.device === 'this', scope, now }
  return { download: inPieces(await contractFile(about, services.config)), fileName: contractFileName(about), mediaType: 'application/pdf' }
}

async function* inPieces(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}
