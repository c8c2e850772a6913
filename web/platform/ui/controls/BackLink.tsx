import ArrowLeft from 'lucide-react/icons/arrow-left'
import { Anchor } from './Anchor.tsx'

/** The back link above a page’s title; it names its target. */
export function BackLink({ href, children }: { href: string; children: string }) {
  return (
    <Anchor href={href} className="print:hidden inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11">
      <ArrowLeft aria-hidden className="size-3.75" />
      {children}
    </Anchor>
  )
}
