import ChevronRight from 'lucide-react/icons/chevron-right'
import type { ReactNode } from 'react'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'

/** A line of the settings' overview. */
export const sectionLine = 'flex w-full items-center gap-3 border-b border-line py-3 text-left hover:bg-hover max-md:min-h-14'

/** A link to a page of the settings, with its description. */
export function SectionLink({ href, icon, title, about }: { href: string; icon: ReactNode; title: string; about: string }) {
  return (
    <Anchor href={href} className={sectionLine}>
      <span className="flex text-ink-3">{icon}</span>
      <span className="mr-auto min-w-0">
        <span className="block font-medium">{title}</span>
        <span className="block text-sm text-ink-3">{about}</span>
      </span>
      <ChevronRight aria-hidden className="text-ink-3" />
    </Anchor>
  )
}
