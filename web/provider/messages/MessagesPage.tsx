import { useQuery } from '@tanstack/react-query'
import type { AnswerOf } from '#contract/platform/endpoint'
import { emailGroups, emailSampleList, emailSampleView } from '#contract/provider/messages'
import { type Language, languageNames, languages } from '#domain/platform/languages'
import { pageLanguage } from '../../platform/api/pageLanguage.ts'
import { t } from '../../platform/i18n/t.ts'
import { Anchor } from '../../platform/ui/controls/Anchor.tsx'
import { useScreenSize } from '../../platform/ui/feedback/screenSize.ts'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { setSearch } from '../frame/address.ts'
import { ConsolePage } from '../frame/ConsolePage.tsx'
import type { ConsolePageProps } from '../frame/consoleRoute.ts'
import { ReadState } from '../frame/ReadState.tsx'
import { SectionTabs } from '../frame/SectionTabs.tsx'

type Email = AnswerOf<typeof emailSampleList>['emails'][number]
const looks = ['light', 'dark', 'text'] as const
const widths = ['600', '320'] as const
/** What the address says: which e-mail, and how it is shown. */
type EmailPreview = { name: string; language: Language; as: (typeof looks)[number]; width: (typeof widths)[number] }

const oneOf = <T extends string>(value: string | undefined, choices: readonly T[], usual: T): T => choices.find((one) => one === value) ?? usual

/** Every e-mail that goes out, in each language, light and dark, on a wide and a narrow screen, and as text. */
export function MessagesPage({ search }: ConsolePageProps<'/console/messages'>) {
  const { isDefault } = useScreenSize()
  const language = oneOf(search['language'], languages, oneOf(pageLanguage(), languages, 'es'))
  const read = useQuery(consoleQuery(emailSampleList, { query: { language } }))
  return (
    <ConsolePage title={t('messages.title')} about={t('messages.about')}>
      <SectionTabs section="system" />
      <ReadState read={read}>
        {({ emails }) => {
          const name = oneOf(search['name'], emails.map((one) => one.name), emails[0]?.name ?? '')
          const preview = { name, language, as: oneOf(search['as'], looks, 'light'), width: oneOf(search['width'], widths, isDefault ? '320' : '600') }
          return (
            <div className="grid gap-7 md:grid-cols-[minmax(13.75rem,1fr)_minmax(0,38rem)]">
              <EmailList emails={emails} preview={preview} />
              <Preview email={emails.find((one) => one.name === name)} preview={preview} />
            </div>
          )
        }}
      </ReadState>
    </ConsolePage>
  )
}

const addressOf = (preview: EmailPreview) => `/console/messages?${new URLSearchParams(preview).toString()}`

function EmailList({ emails, preview }: { emails: readonly Email[]; preview: EmailPreview }) {
  return (
    <nav aria-label={t('messages.list')} className="max-h-[34vh] overflow-y-auto md:max-h-[75vh]">
      {emailGroups.map((group) => (
        <section key={group} aria-labelledby={`emails-${group}`} className="pb-5">
          <h2 id={`emails-${group}`} className="pb-1 text-sm font-medium text-ink-3">
            {t(`messages.group.${group}`)}
          </h2>
          <ul>
            {emails
              .filter((one) => one.group === group)
              .map(({ name, subject }) => (
                <li key={name}>
                  <Anchor
                    href={addressOf({ ...preview, name })}
                    aria-current={name === preview.name ? 'true' : undefined}
                    className="block rounded-2 px-2 py-1.5 max-md:py-2.75 wrap-anywhere hover:bg-hover aria-[current]:bg-selected aria-[current]:font-medium"
                  >
                    <span lang={preview.language}>{subject}</span>
                  </Anchor>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </nav>
  )
}

function Preview({ email, preview }: { email: Email | undefined; preview: EmailPreview }) {
  const { name, language, as, width } = preview
  const address = `${emailSampleView.path.replace('{sample}', name)}?${new URLSearchParams({ language, as }).toString()}`
  return (
    <div className="grid min-w-0 content-start gap-4">
      <div className="grid grid-cols-[repeat(auto-fit,minmax(9.375rem,1fr))] gap-3">
        <Field label={t('messages.language')}>
          <Select value={language} onChange={(event) => setSearch({ language: event.target.value })}>
            {languages.map((code) => (
              <option key={code} value={code}>
                {languageNames[code]}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('messages.look')}>
          <Select value={as} onChange={(event) => setSearch({ as: event.target.value })}>
            {looks.map((one) => (
              <option key={one} value={one}>
                {t(`messages.look.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
        <Field label={t('messages.width')}>
          <Select value={width} onChange={(event) => setSearch({ width: event.target.value })}>
            {widths.map((one) => (
              <option key={one} value={one}>
                {t(`messages.width.${one}`)}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <p className="wrap-anywhere">
        <span className="text-ink-3">{t('messages.subject')}</span> <span lang={language}>{email?.subject}</span>
      </p>
      <div className="overflow-x-auto">
        {/* Nothing runs in it: its own policy and the frame's sandbox forbid it. */}
        <iframe key={address} title={t('messages.preview')} src={address} sandbox="" width={width} height={720} className="rounded-2 border border-line bg-white" />
      </div>
    </div>
  )
}
