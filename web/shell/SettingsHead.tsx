import ArrowLeft from 'lucide-react/icons/arrow-left'
import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Anchor } from '../ui/Anchor.tsx'

type SettingsHeadProps = {
  id: string
  title: string
  lead?: string
  /** Where one comes from, when that is not the sections. */
  back?: { href: string; label: string }
  /** What can be done on this page, at the right of its title. */
  actions?: ReactNode
}

/** Way back and title of a settings page. */
export function SettingsHead({
  id,
  title,
  lead,
  actions,
  back = { href: paths.settingsSections(), label: t('settings.back') },
}: SettingsHeadProps) {
  return (
    <header>
      <Anchor href={back.href} className="inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11">
        <ArrowLeft aria-hidden className="size-3.75" />
        {back.label}
      </Anchor>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <h1 id={id} className="font-display text-title-lg leading-tight font-title tracking-tight wrap-anywhere">
          {title}
        </h1>
        {actions && <div className="ml-auto flex flex-wrap items-center gap-1 max-md:-mx-3.5 max-md:w-[calc(100%+28px)]">{actions}</div>}
      </div>
      {lead && <p className="mt-2 max-w-[60ch] text-ink-2">{lead}</p>}
    </header>
  )
}
