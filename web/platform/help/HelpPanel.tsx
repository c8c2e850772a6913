import X from 'lucide-react/icons/x'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { t } from '../i18n/t.ts'
import { Dialog } from '../feedback/Dialog.tsx'
import { useAddress } from '../routes/useAddress.ts'
import { useStore } from '../state/store.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { around, restoreFocus } from '../ui/controls/restoreFocus.ts'
import { useScreenSize } from '../ui/feedback/screenSize.ts'
import { helpOpen } from './helpOpen.ts'
import { HelpSections } from './HelpSections.tsx'
import { helpTopics, topicOf } from './helpTopics.ts'

const close = () => helpOpen.set(null)

/** The help of the present screen: beside the page, which stays usable and takes it along; where it would cover half of it, over it, and on phones a sheet from below. */
export function HelpPanel() {
  const { isLg } = useScreenSize()
  const { route } = useAddress()
  const toContact = useStore(helpOpen) === 'contact'
  const topic = topicOf(route)
  const title = t(helpTopics[topic].title)
  const content = <HelpSections key={topic} topic={topic} toContact={toContact} onLeave={close} />
  if (!isLg)
    return (
      <Dialog title={title} subtitle={t('help.title')} closeLabel={t('help.close')} onClose={close} firstFocus="h2">
        {content}
      </Dialog>
    )
  return <SidePanel title={title}>{content}</SidePanel>
}

function SidePanel({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  const panel = useRef<HTMLElement>(null)
  const heading = useRef<HTMLHeadingElement>(null)
  const [opener] = useState(() => document.activeElement)
  useEffect(() => {
    heading.current?.focus({ preventScroll: true })
    const back = around(opener)
    return () => restoreFocus(back)
  }, [opener])
  useEffect(() => {
    const element = panel.current
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && close()
    element?.addEventListener('keydown', onKey)
    return () => element?.removeEventListener('keydown', onKey)
  }, [])
  return (
    <aside
      ref={panel}
      aria-labelledby={id}
      className="fixed top-15 right-0 bottom-0 z-9 w-100 overflow-y-auto rounded-tl-4 border-t border-l border-line bg-sheet px-6 pt-5 pb-10 shadow-3 print:hidden"
    >
      <div className="flex items-start gap-4 pb-4">
        <div className="min-w-0">
          <p className="text-sm text-ink-3">{t('help.title')}</p>
          <h2
            ref={heading}
            id={id}
            tabIndex={-1}
            className="font-display text-title-md leading-tight font-title tracking-tight outline-none"
          >
            {title}
          </h2>
        </div>
        <IconButton className="-mt-1 ml-auto" label={t('help.close')} icon={<X aria-hidden />} onClick={close} />
      </div>
      {children}
    </aside>
  )
}
