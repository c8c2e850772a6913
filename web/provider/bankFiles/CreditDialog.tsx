import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type BankFileLine, consoleBankLineCredit } from '#contract/provider/bankFiles'
import { consoleDebtList } from '#contract/provider/moneyDebts'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import { DialogActions } from '../../platform/feedback/DialogActions.tsx'
import { failureMessage } from '../../platform/feedback/failureMessage.ts'
import { money } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { ErrorBanner } from '../../platform/ui/feedback/ErrorBanner.tsx'
import { Checkbox } from '../../platform/ui/forms/Checkbox.tsx'
import { Field } from '../../platform/ui/forms/Field.tsx'
import { Select } from '../../platform/ui/forms/Select.tsx'
import { TextInput } from '../../platform/ui/forms/TextInput.tsx'
import { consoleQuery } from '../api/consoleQuery.ts'
import { useConsoleWrite } from '../api/useConsoleWrite.ts'
import { amountText } from './bankFileWords.ts'

/** Books money that came in as a shop's payment of its debt; another person confirms it. */
export function CreditDialog({ fileId, line, onClose }: { fileId: string; line: BankFileLine; onClose: () => void }) {
  const [search, setSearch] = useState('')
  const [merchantId, setMerchantId] = useState('')
  const [force, setForce] = useState(false)
  const [sent, setSent] = useState(false)
  const debts = useQuery(consoleQuery(consoleDebtList, { query: { search: search.trim() } }))
  const credit = useConsoleWrite(consoleBankLineCredit, { onDone: onClose, done: t('bankFiles.credited') })
  const shops = debts.data?.results ?? []
  const chosen = shops.find(({ shop }) => shop.merchantId === merchantId)
  const isMore = chosen !== undefined && (line.amount ?? 0) > chosen.owed
  const none = debts.data !== undefined && shops.length === 0
  return (
    <Dialog
      title={t('bankFiles.credit')}
      subtitle={t('bankFiles.creditAbout', { amount: amountText(line) })}
      note={t('consoleMerchants.secondPerson')}
      closeOnOutside={merchantId === ''}
      locked={credit.busy}
      onClose={onClose}
      onSubmit={() => {
        setSent(true)
        if (chosen) credit.send({ params: { fileId, line: String(line.line) }, body: { merchantId, force: force && isMore } })
      }}
      footer={
        <DialogActions onBack={onClose} busy={credit.busy} busyLabel={t('shell.sending')}>
          {t('bankFiles.credit')}
        </DialogActions>
      }
    >
      <div className="grid gap-5">
        <Field label={t('money.searchShop')} help={t('money.searchShop.example')}>
          <TextInput maxLength={120} value={search} onChange={(event) => setSearch(event.target.value)} />
        </Field>
        <Field
          label={t('bankFiles.creditShop')}
          help={none ? t('bankFiles.creditNone') : undefined}
          error={
            debts.error ? failureMessage(debts.error) : sent && !chosen ? t('errors.field.required') : credit.fieldProblem('merchant_id')
          }
          required
        >
          <Select value={merchantId} onChange={(event) => setMerchantId(event.target.value)}>
            <option value="">—</option>
            {shops.map(({ shop, owed }) => (
              <option key={shop.merchantId} value={shop.merchantId}>
                {t('bankFiles.creditOwes', { name: shop.name, amount: money(owed) })}
              </option>
            ))}
          </Select>
        </Field>
        {isMore && <Checkbox label={t('bankFiles.creditForce')} checked={force} onChange={(event) => setForce(event.target.checked)} />}
        {credit.problem && <ErrorBanner>{credit.problem}</ErrorBanner>}
      </div>
    </Dialog>
  )
}
