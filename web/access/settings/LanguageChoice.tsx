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
import { ChoiceRow } from './ChoiceRow.tsx'
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
    <ChoiceRow
      label={t('settings.language')}
      about={t('settings.language.about')}
      value={chosen ?? ''}
      choices={languages.map((language) => ({ value: language, label: languageNames[language], language }))}
      onChoose={(value) => {
        const language = languages.find((one) => one === value)
        if (language) void choose(language)
      }}
    />
  )
}
