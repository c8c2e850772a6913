import { type ReactNode, useEffect } from 'react'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { BackLink } from '../../platform/ui/controls/BackLink.tsx'

type ConsolePageProps = {
  title: string
  /** Beside the title: what stands in the page, in figures. */
  lead?: ReactNode
  /** Below the title: what the page is for. */
  about?: ReactNode
  /** At the right of the title. */
  actions?: ReactNode
  back?: { href: string; label: string }
  children: ReactNode
}

/** The head of a page of the console, and its content. */
export function ConsolePage({ title, lead, about, actions, back, children }: ConsolePageProps) {
  useEffect(() => {
    document.title = `${title} · ${t('console.name')} · ${settings().brand.name}`
  }, [title])
  return (
    <section aria-labelledby="page-title">
      <header className="pb-5">
        {back && (
          <div className="pb-3">
            <BackLink href={back.href}>{back.label}</BackLink>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h1 id="page-title" className="font-display text-title-lg leading-tight font-title tracking-tight wrap-anywhere">
            {title}
          </h1>
          {lead && <p className="pt-1.5 text-ink-3">{lead}</p>}
          {/* On a phone below what the page is for. */}
          {actions && (
            <div className="ml-auto flex flex-wrap items-center gap-2 max-md:order-last max-md:ml-0 max-md:w-full">{actions}</div>
          )}
          {about && (
            <div className="w-full">
              <p className="max-w-[68ch] text-ink-2">{about}</p>
            </div>
          )}
        </div>
      </header>
      {children}
    </section>
  )
}
