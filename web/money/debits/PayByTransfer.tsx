import type { Debt } from '#contract/money/debits'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { CopyButton } from '../../platform/ui/controls/CopyButton.tsx'
import { DefinitionList } from '../../platform/ui/figures/DefinitionList.tsx'

/** Bank account and payment reference to pay the debt by transfer. */
export function PayByTransfer({ transfer, owed }: { transfer: NonNullable<Debt['transfer']>; owed: number }) {
  const copied = (text: string, label: string) => (
    <span className="inline-flex items-center justify-end gap-1.5 max-md:-my-2.5">
      {text}
      <CopyButton iconOnly text={text} label={label} copiedLabel={t('operations.copied')} />
    </span>
  )
  return (
    <section aria-labelledby="debt-transfer">
      <h2 id="debt-transfer" className="pb-3 text-title-sm leading-snug font-strong">
        {t('debits.transfer')}
      </h2>
      <DefinitionList
        items={[
          { term: t('shell.heading.amount'), value: <b className="font-strong">{money(owed)}</b> },
          { term: t('shell.heading.account'), value: copied(transfer.iban, t('debits.copy.iban')) },
          { term: t('debits.transfer.holder'), value: transfer.holder },
          { term: t('debits.transfer.reference'), value: copied(transfer.reference, t('debits.copy.reference')) },
        ]}
      />
      <p className="max-w-[68ch] pt-3 text-sm text-ink-3">{t('debits.transfer.note')}</p>
    </section>
  )
}
