import { useState } from 'react'
import type { Operation } from '#contract/sales/operations'
import { settings } from '../../platform/api/settings.ts'
import { t } from '../../platform/i18n/t.ts'
import { Chip } from '../../platform/ui/tables/Chip.tsx'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { sentenceTones, sentenceRow, sentenceValues, type SentenceTone } from './answerText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** A sentence to tell the customer, in three tones, with this operation's dates and amounts. */
export function CustomerSentence({ operation, now }: { operation: Operation; now: Date }) {
  const { shopName } = useMerchant()
  const [tone, setTone] = useState<SentenceTone>('counter')
  const { brand } = settings()
  const contact = brand.supportPhone || brand.supportEmail || brand.name
  const text = t(`operations.answer.${sentenceRow(operation)}.${tone}`, sentenceValues(operation, { shop: shopName, contact, now }))
  return (
    <>
      <p className="text-base whitespace-pre-line text-ink" aria-live="polite">
        {tone === 'counter' ? t('operations.detail.quote', { text }) : text}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-x-1 gap-y-1">
        <span role="group" aria-label={t('operations.detail.tones')} className="-ml-2 flex flex-wrap items-center gap-0.5">
          {sentenceTones.map((one) => (
            <Chip key={one} pressed={tone === one} onClick={() => setTone(one)}>
              {t(`operations.detail.tone.${one}`)}
            </Chip>
          ))}
        </span>
        <span className="ml-auto">
          <CopyButton text={text} label={t('shell.copy')} copiedLabel={t('operations.copied')} />
        </span>
      </div>
    </>
  )
}
