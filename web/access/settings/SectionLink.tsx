import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'

const line = 'flex w-full items-center gap-3 border-b border-line py-2.5 text-left max-md:min-h-12 max-md:py-1.5'

type SectionTextProps = { icon: ReactNode; title: string; about: string }

type SectionLinkProps = SectionTextProps & {
  href: string
  /** The present value, where one is known. */
  value?: string | undefined
}

/** A link to a page of the settings, with its description; on a phone only with its value. */
export function SectionLink({ href, value, ...text }: SectionLinkProps) {
  return (
    <Anchor href={href} className={`${line} hover:bg-hover`}>
      <SectionText {...text} />
      <span className="max-w-2/5 text-right text-sm text-ink-3">{value}</span>
      <ChevronRight aria-hidden className="text-ink-3" />
    </Anchor>
  )
}

/** A line of the settings that does something at once. */
export function SectionButton({ onPress, ...text }: SectionTextProps & { onPress: () => void }) {
  return (
    <button type="button" className={`${line} hover:bg-hover`} onClick={onPress}>
      <SectionText {...text} />
    </button>
  )
}

/** A line of the settings that leads nowhere for now: its description says why. */
export function SectionNote({ icon, title, about }: SectionTextProps) {
  return (
    <div className={line}>
      <span className="flex text-ink-3">{icon}</span>
      <span className="min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3">{about}</span>
      </span>
    </div>
  )
}

function SectionText({ icon, title, about }: SectionTextProps) {
  return (
    <>
      <span className="flex text-ink-3">{icon}</span>
      <span className="mr-auto min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3 max-md:hidden">{about}</span>
      </span>
    </>
  )
}
