import Check from 'lucide-react/icons/check'
import CircleAlert from 'lucide-react/icons/circle-alert'
import TriangleAlert from 'lucide-react/icons/triangle-alert'
import { useState } from 'react'
import { widgetCheck } from '#contract/merchants/preferences'
import type { AnswerOf } from '#contract/platform/endpoint'
import { isUrl } from '#domain/platform/identifiers'
import { plainText } from '#domain/platform/plainText'
import { write } from '../../platform/api/write.ts'
import { t } from '../../platform/i18n/t.ts'
import { failureText } from '../../platform/requests/FailureCard.tsx'
import { useSend } from '../../platform/requests/useSend.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Form } from '../../platform/ui/forms/Form.tsx'
import { FormSection } from '../../platform/ui/forms/FormSection.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { findingText } from './findingText.ts'

type Finding = AnswerOf<typeof widgetCheck>['findings'][number]

/** Checks a page of the shop and lists what its widget lacks, each with a fix. */
export function WidgetCheck() {
  const { merchantId } = useMerchant()
  const [url, setUrl] = useState('')
  const [wrong, setWrong] = useState(false)
  const [findings, setFindings] = useState<readonly Finding[] | null>(null)
  const { busy, error, submit } = useSend(async (body: { url: string }, key) => {
    setFindings((await write(widgetCheck, { params: { merchantId }, body, key })).findings)
  })
  const send = () => {
    const typed = plainText(url)
    // A local development host has no dot.
    const valid = isUrl(typed) || /^https?:\/\/(localhost|[\d.]+)(:\d+)?(\/|$)/i.test(typed)
    setWrong(!valid)
    if (valid) submit({ url: /^https?:\/\//i.test(typed) ? typed : `https://${typed}` })
  }
  return (
    <FormSection title={t('preferences.check.title')} fold="">
      <p className="max-w-[68ch] text-md text-ink-2">{t('preferences.check.about')}</p>
      <Form className="flex max-w-[820px] flex-wrap items-start gap-3" onSubmit={send}>
        <Field label={t('preferences.check.url')} error={wrong ? t('preferences.check.wrong') : undefined} className="grow basis-72">
          <TextInput
            type="url"
            inputMode="url"
            autoComplete="off"
            maxLength={2000}
            value={url}
            onChange={(event) => setUrl(event.target.value)}
          />
        </Field>
        <div className="md:pt-6.5">
          <Button type="submit" busy={busy} busyLabel={t('shell.checking')}>
            {t('preferences.check.verb')}
          </Button>
        </div>
      </Form>
      <div role="status" className="max-w-[820px]">
        {error !== null ? (
          <Banner tone="error">{failureText(error)}</Banner>
        ) : (
          findings && (
            <>
              <h3 className="pb-2 text-md font-strong">{t('preferences.check.result')}</h3>
              <ul className="border-t border-line">
                {findings.map((finding) => (
                  <FindingLine key={finding.code} finding={finding} />
                ))}
              </ul>
            </>
          )
        )}
      </div>
    </FormSection>
  )
}

const looks = {
  ok: { icon: <Check />, colour: 'text-accepted-ink' },
  warning: { icon: <TriangleAlert />, colour: 'text-in-process-ink' },
  error: { icon: <CircleAlert />, colour: 'text-danger-ink' },
} as const

function FindingLine({ finding }: { finding: Finding }) {
  const { title, fix } = findingText(finding)
  const { icon, colour } = looks[finding.level]
  return (
    <li className="flex gap-3 border-b border-line py-3">
      <span aria-hidden className={`mt-0.5 flex-none [&_svg]:size-4.5 ${colour}`}>
        {icon}
      </span>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <span className="font-strong">{title}</span>{' '}
          <span className="text-md text-ink-3">{t(`preferences.check.level.${finding.level}`)}</span>
        </p>
        <p className="max-w-[64ch] text-md text-ink-2">{fix}</p>
      </div>
    </li>
  )
}
