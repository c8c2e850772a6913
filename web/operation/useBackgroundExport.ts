import { useRef, useState } from 'react'
import { newKey } from '../api/call.ts'
import type { BackgroundExport } from './ExportDialog.tsx'
import type { ExportFormat } from './FormatChoice.tsx'

/** Asks for an export in the background once: the same format asked for again after a lost answer carries the same key. */
export function useBackgroundExport<F extends ExportFormat>(background: BackgroundExport<F> | undefined) {
  const attempt = useRef({ format: '', key: '' })
  const [state, setState] = useState<{ busy: boolean; error: unknown }>({ busy: false, error: null })
  const start = (format: F) => {
    if (!background || state.busy) return
    if (attempt.current.format !== format) attempt.current = { format, key: newKey() }
    setState({ busy: true, error: null })
    background.start(format, attempt.current.key).then(
      () => setState({ busy: false, error: null }),
      (error: unknown) => setState({ busy: false, error }),
    )
  }
  return { ...state, start }
}
