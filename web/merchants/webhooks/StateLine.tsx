import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'
import type { StateText } from './webhookText.ts'

/** Glyph and label of a state, with its meaning below. */
export function StateLine({ glyph, word, detail }: StateText) {
  return (
    <span className="inline-flex min-w-0 items-start gap-2">
      <span className="flex-none pt-0.75">
        <StatusGlyph kind={glyph} />
      </span>
      <span className="min-w-0">
        {word}
        {detail !== null && <span className="block text-sm text-ink-3">{detail}</span>}
      </span>
    </span>
  )
}
