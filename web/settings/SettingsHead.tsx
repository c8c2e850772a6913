import ArrowLeft from 'lucide-react/icons/arrow-left'
import { t } from '../i18n/t.ts'
import { paths } from '../paths.ts'
import { Anchor } from '../ui/Anchor.tsx'

type SettingsHeadProps = {
  id: string
  title: string
  lead?: string
  /** Where one comes from, when that is not the sections. */
  back?: { href: string; label: string }
}

/** Way back and title of a settings page. */
export function SettingsHead({ id, title, lead, back = { href: paths.settingsSections(), label: t('settings.back') } }: SettingsHeadProps) {
  return (
    <header>
      <Anchor href={back.href} className="inline-flex min-h-6 items-center gap-2 text-md text-ink-2 hover:text-ink max-md:min-h-11">
        <ArrowLeft aria-hidden className="size-3.75" />
        {back.label}
      </Anchor>
      <h1 id={id} className="mt-4 font-display text-title-lg font-title tracking-tight wrap-anywhere">
        {title}
      </h1>
      {lead && <p className="mt-2 max-w-[60ch] text-ink-2">{lead}</p>}
    </header>
  )
}
