import type { CustomerErasure } from '#contract/sales/customerErasure'
import { date, dateTime } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { Banner } from '../../platform/ui/feedback/Banner.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'

const parts = ['notes', 'comments', 'deliveries', 'answers', 'cards', 'reports', 'audiences', 'checks', 'replies'] as const

/** What was erased or hidden, and what is kept, with reason and retention date. */
export function PrivacyReceipt({ erasure }: { erasure: CustomerErasure }) {
  const { hiddenAt, asked: request, gone, keptUntil } = erasure
  if (hiddenAt === null) return <Banner tone="info">{t('privacy.receipt.waiting')}</Banner>
  const erased = [
    t('privacy.receipt.identity'),
    ...parts.flatMap((part) => (gone?.[part] ? [t(`privacy.gone.${part}`, { count: gone[part] })] : [])),
  ]
  const retained = [
    t('privacy.receipt.amounts'),
    keptUntil === null ? t('privacy.receipt.nothing') : t('privacy.receipt.blocked', { date: date(keptUntil) }),
  ]
  return (
    <div className="grid gap-5">
      {request === null && <p className="text-base">{t('privacy.receipt.time')}</p>}
      <DefinitionList
        items={[
          { key: 'hidden', term: t('privacy.receipt.hidden'), value: dateTime(hiddenAt) },
          ...(request === null
            ? []
            : [
                { key: 'ground', term: t('privacy.receipt.ground'), value: t(`privacy.ground.${request.ground}`) },
                { key: 'asked', term: t('privacy.receipt.asked'), value: dateTime(request.at) },
                { key: 'by', term: t('privacy.receipt.by'), value: request.by ?? t('privacy.receipt.provider') },
              ]),
        ]}
      />
      <ReceiptSection title={t('privacy.receipt.gone')} lines={erased} />
      <ReceiptSection title={t('privacy.receipt.kept')} lines={retained} />
    </div>
  )
}

const ReceiptSection = ({ title, lines }: { title: string; lines: readonly string[] }) => (
  <section aria-label={title}>
    <h3 className="pb-1 text-md font-strong">{title}</h3>
    <ul className="grid gap-1 text-md text-ink-2">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  </section>
)
