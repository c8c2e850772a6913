import type { ReactNode } from 'react'
import { customerLanguageCookieName, languageNames } from '#domain/platform/languages'
import { chooseLanguage } from '../../platform/api/languageCookie.ts'
import { settings } from '../../platform/api/settings.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Awning } from '../../platform/ui/feedback/Awning.tsx'
import { BrandMark } from '../../platform/ui/feedback/BrandMark.tsx'
import { LanguageSelect } from '../../platform/ui/controls/LanguageSelect.tsx'
import { SandboxFrame } from '../../platform/ui/feedback/SandboxFrame.tsx'
import { reloadPage } from './checkoutLink.ts'

/** Layout of a customer's page: header band, one column, footer with brand and language, and a frame in sandbox mode. */
export function PageFrame({ sandbox = false, children }: { sandbox?: boolean; children: ReactNode }) {
  const { brand, languages } = settings()
  return (
    <div className="flex min-h-dvh flex-col">
      <Awning size="low" plain={brand.look.mark === null} />
      <main id="contenido" className="mx-auto flex w-full max-w-[468px] flex-1 flex-col px-4.5 pt-4 md:flex-none md:pt-7">
        {children}
      </main>
      <footer className="mx-auto flex w-full max-w-[468px] flex-wrap items-center justify-between gap-x-6 px-4.5 pt-6 pb-8 text-sm text-ink-3">
        <span className="sr-only">{t('consumerScreens.by', { brand: brand.name })}</span>
        <span aria-hidden className="block scale-85 opacity-90 [transform-origin:0_50%]">
          <BrandMark brand={brand} />
        </span>
        <LanguageSelect
          label={t('consumerScreens.language')}
          choices={languages.map((code) => ({ code, name: languageNames[code] }))}
          chosen={pageLanguage()}
          onChoose={(code) => chooseLanguage(customerLanguageCookieName, code, reloadPage)}
        />
      </footer>
      {sandbox && <SandboxFrame />}
    </div>
  )
}
