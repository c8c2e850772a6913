import Ellipsis from 'lucide-react/icons/ellipsis'
import { useState } from 'react'
import type { BankFileLine } from '#contract/provider/bankFiles'
import { t } from '../../platform/i18n/t.ts'
import { Menu } from '../../platform/ui/controls/Menu.tsx'
import { useStaff } from '../frame/useStaff.ts'
import { useWaiting } from '../frame/useWaiting.ts'
import { CreditDialog } from './CreditDialog.tsx'
import { MatchDialog } from './MatchDialog.tsx'

type LineVerbsProps = { fileId: string; line: BankFileLine; onDismiss: () => void }

/** What staff can do with a line that belongs to none of our orders, or does not fit its own. */
export function LineVerbs({ fileId, line, onDismiss }: LineVerbsProps) {
  const { may } = useStaff()
  const waiting = useWaiting()
  const place = { fileId, line: String(line.line) }
  const [dialog, setDialog] = useState<'match' | 'credit' | null>(null)
  const close = () => setDialog(null)
  const isMoneyIn = line.kind === null && (line.amount ?? 0) > 0 && line.currency === 'EUR'
  const items = [
    ...(may('consoleBankLineMatch') && line.currency === 'EUR'
      ? [
          {
            key: 'match',
            label: t('bankFiles.match'),
            disabledReason: waiting('consoleBankLineMatch', place),
            onSelect: () => setDialog('match'),
          },
        ]
      : []),
    ...(may('consoleBankLineCredit') && isMoneyIn
      ? [
          {
            key: 'credit',
            label: t('bankFiles.credit'),
            disabledReason: waiting('consoleBankLineCredit', place),
            onSelect: () => setDialog('credit'),
          },
        ]
      : []),
    { key: 'dismiss', label: t('bankFiles.dismiss'), onSelect: onDismiss },
  ]
  return (
    <>
      <Menu label={t('shell.verbs')} triggerLabel={t('shell.verbs')} trigger={<Ellipsis aria-hidden />} items={items} />
      {dialog === 'match' && <MatchDialog fileId={fileId} line={line} onClose={close} />}
      {dialog === 'credit' && <CreditDialog fileId={fileId} line={line} onClose={close} />}
    </>
  )
}
