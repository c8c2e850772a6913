import type { ApiCall } from '#contract/merchants/apiCalls'
import { StatusGlyph } from '../../platform/ui/feedback/StatusGlyph.tsx'

/** The status of an answer: glyph and number, and the error's type. */
export function CallStatus({ call: { status, errorType }, typed = false }: { call: ApiCall; typed?: boolean }) {
  return (
    <span className="inline-flex min-w-0 items-baseline gap-2">
      <span className="flex-none self-start pt-0.75">
        <StatusGlyph kind={status < 400 ? 'accepted-filled' : status < 500 ? 'merchant' : 'rejected'} />
      </span>
      <span className="min-w-0 wrap-anywhere">
        {status}
        {typed && errorType !== null && <span className="block text-sm text-ink-3">{breakable(errorType)}</span>}
      </span>
    </span>
  )
}

/** "ObjectNotFoundException": a narrow column breaks it before a capital letter. */
const breakable = (name: string) => name.split(/(?<=[a-z])(?=[A-Z])/).flatMap((word, at) => (at === 0 ? [word] : [<wbr key={at} />, word]))
