import type { ReactNode } from 'react'
import { useState } from 'react'
import { isOutcomeUnknown } from '../api/apiFailure.ts'
import type { ExportFormat } from './FormatChoice.tsx'
import { useContentKey } from '../requests/useContentKey.ts'

/** The same file as a background job. */
export type BackgroundExport<F extends ExportFormat> = {
  /** Why it is not available, with a way out; null when it is. */
  blocked: ReactNode
  /** Starts the job, once per idempotency key, and goes to its list. */
  start: (format: F, key: string) => Promise<void>
}

/** Starts a background export once: the same format requested again after a lost answer has the same idempotency key. */
export function useBackgroundExport<F extends ExportFormat>(background: BackgroundExport<F> | undefined) {
  const { keyOf, forget } = useContentKey()
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const start = (format: F) => {
    if (!background || state.busy) return
    setState({ busy: true, error: null })
    background.start(format, keyOf(format)).then(
      () => setState({ busy: false, error: null }),
      (error: unknown) => {
        if (!isOutcomeUnknown(error)) forget()
        setState({ busy: false, error })
      },
    )
  }
  return { ...state, start }
}
