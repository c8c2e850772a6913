import { useEffect, useRef, useState } from 'react'
import { type Iban, merchantIbanCreate } from '#contract/merchants/ibans'
import { compactIban } from '#domain/money/iban'
import { isApiFailure, isOutcomeUnknown } from '../../platform/api/apiFailure.ts'
import { newKey } from '../../platform/api/call.ts'
import { write } from '../../platform/api/write.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

export type RequestProblems = { iban?: string; file?: string; form?: string }
/** Upload progress `share`, 0 to 1; null when no upload is in flight. */
type Sending = { share: number | null; problems: RequestProblems }

const ofFile: ReadonlySet<string> = new Set(['FileTooLarge', 'FileNotAccepted', 'PayloadTooLarge'])
const ofIban: ReadonlySet<string> = new Set(['IbanUnchanged', 'IbanPendingReview'])

function problemsOf(error: unknown): RequestProblems {
  if (!isApiFailure(error)) return { form: failureText(error) }
  const [iban, file] = [error.fields.get('iban')?.message, error.fields.get('file')?.message]
  if (iban !== undefined || file !== undefined) return { ...(iban && { iban }), ...(file && { file }) }
  if (ofFile.has(error.type)) return { file: error.message }
  return ofIban.has(error.type) ? { iban: error.message } : { form: failureText(error) }
}

/** Sends IBAN and certificate with progress, and can be aborted; a retry after a lost answer is done once. */
export function useIbanRequest(onRequested: (requested: Iban) => void) {
  const { merchantId } = useMerchant()
  const [{ share, problems }, setSending] = useState<Sending>({ share: null, problems: {} })
  const attempt = useRef<{ key: string; iban: string; file: File } | null>(null)
  const aborted = useRef<AbortController | null>(null)
  useEffect(() => () => aborted.current?.abort(), [])

  const send = async (typed: string, file: File): Promise<void> => {
    if (aborted.current !== null) return
    const iban = compactIban(typed)
    const same = attempt.current?.iban === iban && attempt.current.file === file
    attempt.current = same && attempt.current ? attempt.current : { key: newKey(), iban, file }
    const controller = new AbortController()
    aborted.current = controller
    setSending({ share: 0, problems: {} })
    try {
      const requested = await write(merchantIbanCreate, {
        params: { merchantId },
        body: { iban },
        file,
        key: attempt.current.key,
        mode: 'live',
        signal: controller.signal,
        onUpload: (sent) => setSending({ share: sent, problems: {} }),
      })
      onRequested(requested)
    } catch (error) {
      if (!isOutcomeUnknown(error)) attempt.current = null
      setSending({ share: null, problems: controller.signal.aborted ? {} : problemsOf(error) })
    } finally {
      aborted.current = null
    }
  }
  return {
    share,
    problems,
    /** Validates before anything is sent. */
    show: (nextProblems: RequestProblems) => setSending({ share: null, problems: nextProblems }),
    send: (typed: string, file: File) => void send(typed, file),
    abort: () => aborted.current?.abort(),
  }
}
