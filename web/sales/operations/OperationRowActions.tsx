import Ellipsis from 'lucide-react/icons/ellipsis'
import type { OperationRow } from '#contract/sales/operations'
import { showToast } from '../../platform/feedback/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { copyText } from '../../platform/ui/controls/copyText.ts'
import { Menu, type MenuItem } from '../../platform/ui/controls/Menu.tsx'
import { RowActions } from '../../platform/ui/controls/RowActions.tsx'
import { buttonsOf } from '../operationStatus/operationActions.ts'
import { buyerText } from '../operationStatus/operationText.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'
import { actionHref } from '../operationStatus/actionHref.ts'

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast(t('operations.row.copied', { text }))
}

/** Actions of a row by status and rights: the most urgent as a button, all in the menu. `compact` shows only the menu. */
export function OperationRowActions({ row, now, compact }: { row: OperationRow; now: Date; compact: boolean }) {
  const { merchantId, may, flag } = useMerchant()
  const actions = buttonsOf(row, may, now)
  const first = compact ? undefined : actions[0]
  const { mid } = row
  const items: MenuItem[] = [
    { key: 'open', label: t('operations.row.open'), href: paths.operation(merchantId, row.id, flag) },
    ...actions
      .filter((action) => action !== first)
      .map((action) => ({
        key: action,
        label: t(`operations.verb.${action}`),
        href: actionHref(action, merchantId, row.id, flag),
        danger: action === 'cancel',
      })),
    { key: 'cart', label: t('operations.row.cart'), href: paths.operationCart(merchantId, row.id) },
    ...(mid === null ? [] : [{ key: 'order', label: t('operations.row.copyOrder'), onSelect: () => void copy(mid) }]),
    { key: 'id', label: t('operations.row.copyId'), onSelect: () => void copy(row.id) },
  ]
  return (
    <RowActions>
      {first && (
        <Button size="small" href={actionHref(first, merchantId, row.id, flag)}>
          {t(`operations.verb.${first}`)}
        </Button>
      )}
      <Menu
        label={t('shell.verbs')}
        triggerLabel={t('operations.rowMenu', { name: buyerText(row.customerName) })}
        trigger={<Ellipsis aria-hidden />}
        triggerClassName="grid h-8 w-9 place-items-center rounded-2 border border-line-strong bg-sheet hover:bg-hover"
        items={items}
      />
    </RowActions>
  )
}
