import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'

/** A line of the settings' overview. */
export const sectionLine = 'flex w-full items-center gap-3 border-b border-line py-3 text-left hover:bg-hover max-md:min-h-14'

type SectionTextProps = { icon: ReactNode; title: string; about: string }

/** A link to a page of the settings, with its description. */
export function SectionLink({ href, ...text }: SectionTextProps & { href: string }) {
  return (
    <Anchor href={href} className={sectionLine}>
      <SectionText {...text} />
      <ChevronRight aria-hidden className="text-ink-3" />
    </Anchor>
  )
}

/** A line of the settings that leads nowhere for now: its description says why. */
export function SectionNote(text: SectionTextProps) {
  return (
    <div className="flex items-center gap-3 border-b border-line py-3 max-md:min-h-14">
      <SectionText {...text} />
    </div>
  )
}

function SectionText({ icon, title, about }: SectionTextProps) {
  return (
    <>
      <span className="flex text-ink-3">{icon}</span>
      <span className="mr-auto min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3">{about}</span>
      </span>
    </>
  )
}
