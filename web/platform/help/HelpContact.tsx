import { settings } from '../api/settings.ts'
import { serverNow } from '../api/serverClock.ts'
import { t } from '../i18n/t.ts'
import { lastReference } from '../outage/steps.ts'
import { useSession } from '../session/session.ts'
import { CopyButton } from '../ui/controls/CopyButton.tsx'
import { buttonClass } from '../ui/controls/buttonClass.ts'
import { useAddress } from '../routes/useAddress.ts'
import { contactMail, contactText } from './contactText.ts'
import { helpTopics, topicOf } from './helpTopics.ts'

/** How to reach support; the message brings where the user is. All that it carries is shown before it is sent. */
export function HelpContact() {
  const { mode, roleName } = useSession()
  const { route } = useAddress()
  const { brand, version } = settings()
  const { supportEmail: email, supportPhone: phone } = brand
  if (email === '' && phone === '') return <p className="text-md text-ink-2">{t('help.contact.none')}</p>
  const screen = t(helpTopics[topicOf(route)].title)
  const text = contactText({
    screen,
    mode: t(`shell.mode.${mode}`),
    role: t(`shell.role.${roleName}`),
    reference: lastReference(),
    version,
    now: serverNow(),
  })
  const subject = t('help.contact.subject', { screen })
  return (
    <div className="grid gap-3">
      {email !== '' && <p className="text-md text-ink-2">{t('help.contact.about')}</p>}
      <pre className="rounded-2 bg-sunken p-3 font-code text-sm wrap-anywhere whitespace-pre-wrap">{text}</pre>
      <div className="flex flex-wrap items-center gap-2">
        {email !== '' && (
          <a className={buttonClass('outlined')} href={contactMail(email, subject, text)}>
            {t('help.contact.write')}
          </a>
        )}
        {phone !== '' && (
          <a className={buttonClass('outlined')} href={`tel:${phone.replaceAll(/[^+\d]/g, '')}`}>
            {t('help.contact.call', { phone })}
          </a>
        )}
        <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('shell.error.copied')} />
      </div>
    </div>
  )
}
