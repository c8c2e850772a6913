import { useState } from 'react'
import { languageChoose } from '#contract/access/language'
import { languageCookieName, languageNames, type Language } from '#domain/platform/languages'
import { chooseLanguage } from '../../platform/api/languageCookie.ts'
import { settings } from '../../platform/api/settings.ts'
import { write } from '../../platform/api/write.ts'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { useSession } from '../../platform/session/session.ts'
import { showToast } from '../../platform/feedback/toasts.ts'

/** The language of the application and of e-mails to this user, saved in their account: the page is reloaded in it. */
export function LanguageChoice() {
  const { may, account } = useSession()
  // The page’s language may have been chosen for the device alone, or saved on another device since: neither is the account’s setting. The default is
  // Spanish.
  const saved = account.locale ?? 'es'
  const [chosen, setChosen] = useState(saved === pageLanguage() ? saved : null)
  const { languages } = settings()
  if (languages.length < 2 || !may('languageChoose')) return null
  const choose = async (language: Language) => {
    const before = chosen
    setChosen(language)
    try {
      await write(languageChoose, { body: { language } })
      chooseLanguage(languageCookieName, language)
    } catch (error) {
      setChosen(before)
      showToast(failureMessage(error), { key: 'language' })
    }
  }
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 text-title-sm font-strong">{t('settings.language')}</legend>
      <div className="flex flex-wrap gap-x-6">
        {languages.map((language) => (
          <label key={language} lang={language} className="flex min-h-8 items-center gap-2.5 max-md:min-h-11">
            <input type="radio" name="language" checked={chosen === language} onChange={() => void choose(language)} className="size-4" />
            {languageNames[language]}
          </label>
        ))}
      </div>
      <p className="text-sm text-ink-3">{t('settings.language.about')}</p>
    </fieldset>
  )
}
