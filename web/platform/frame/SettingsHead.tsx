import type { ReactNode } from 'react'
import { t } from '../i18n/t.ts'
import { paths } from '../routes/paths.ts'
import { BackLink } from '../ui/controls/BackLink.tsx'

type SettingsHeadProps = {
  id: string
  title: string
  lead?: string
  /** The parent page, when it is not the settings’ overview. */
  back?: { href: string; label: string }
  /** Actions of the page, at the right of its title. */
  actions?: ReactNode
}

/** Back link and title of a settings page. */
export function SettingsHead({
  id,
  title,
  lead,
  actions,
  back = { href: paths.settingsSections(), label: t('settings.back') },
}: SettingsHeadProps) {
  return (
    <header>
      <BackLink href={back.href}>{back.label}</BackLink>
      <div className="mt-4 flex flex-wrap items-center gap-x-2 gap-y-3">
        <h1 id={id} className="font-display text-title-lg leading-tight font-title tracking-tight wrap-anywhere">
          {title}
        </h1>
        {actions && (
          <div className="ml-auto flex flex-wrap items-center gap-1 max-md:-mx-3.5 max-md:flex-1 max-md:basis-full">{actions}</div>
        )}
      </div>
      {lead && <p className="mt-2 max-w-[64ch] text-ink-2">{lead}</p>}
    </header>
  )
}
