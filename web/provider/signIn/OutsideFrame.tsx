import { type ReactNode, useEffect } from 'react'
import { languageCookieName, languageNames } from '#domain/platform/languages'
import { chooseLanguage } from '../../platform/api/languageCookie.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { LanguageSelect } from '../../platform/ui/controls/LanguageSelect.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'

type OutsideFrameProps = {
  title: string
  lead?: string
  /** A column for forms with a QR code. */
  wide?: boolean
  children: ReactNode
}

/** Layout of a page of the console without a session: brand, title, one column. */
export function OutsideFrame({ title, lead, wide = false, children }: OutsideFrameProps) {
  const { brand, languages } = settings()
  useEffect(() => {
    document.title = `${title} · ${t('console.name')} · ${brand.name}`
  }, [title, brand.name])
  return (
    <main id="contenido" className={`mx-auto w-full px-4 pt-14 pb-16 max-md:pt-9 ${wide ? 'max-w-[32.5rem]' : 'max-w-[24.5rem]'}`}>
      <div className="mb-6 flex flex-wrap items-center gap-3">
        <BrandMark brand={brand} />
        <span className="rounded-full border border-line-strong px-2.5 py-0.5 text-sm font-strong">{t('console.name')}</span>
      </div>
      <h1 className="font-display text-[2rem] leading-tight font-title tracking-tight">{title}</h1>
      {lead && <p className="mt-2 text-ink-3">{lead}</p>}
      <div className="mt-6">{children}</div>
      <p className="mt-8 text-sm">
        <LanguageSelect
          label={t('settings.language')}
          choices={languages.map((code) => ({ code, name: languageNames[code] }))}
          chosen={pageLanguage()}
          onChoose={(code) => chooseLanguage(languageCookieName, code)}
        />
      </p>
    </main>
  )
}
