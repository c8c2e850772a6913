import Ellipsis from 'lucide-react/icons/ellipsis'
import type { OperationRow } from '#contract/sales/operations'
import { showToast } from '../../platform/shared/toasts.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Button } from '../../platform/ui/controls/Button.tsx'
import { copyText } from '../../platform/ui/controls/copyText.ts'
import { Menu, type MenuItem } from '../../platform/ui/controls/Menu.tsx'
import { RowActions } from '../../platform/ui/controls/RowActions.tsx'
import { buttonsOf } from '../operation/operationActions.ts'
import { buyerText } from '../operation/operationText.ts'
import { useShop } from '../../platform/requests/useShop.ts'
import { verbHref } from '../operation/verbHref.ts'

async function copy(text: string): Promise<void> {
  if (await copyText(text)) showToast(t('operations.row.copied', { text }))
}

/** The row's verbs by state and role, the most urgent as a button, all in the menu. `compact` leaves the menu alone. */
export function OperationRowActions({ row, now, compact }: { row: OperationRow; now: Date; compact: boolean }) {
  const { merchantId, may, flag } = useShop()
  const verbs = buttonsOf(row, may, now)
  const first = compact ? undefined : verbs[0]
  const { mid } = row
  const items: MenuItem[] = [
    { key: 'open', label: t('operations.row.open'), href: paths.operation(merchantId, row.id, flag) },
    ...verbs
      .filter((verb) => verb !== first)
      .map((verb) => ({
        key: verb,
        label: t(`operations.verb.${verb}`),
        href: verbHref(verb, merchantId, row.id, flag),
        danger: verb === 'cancel',
      })),
    { key: 'cart', label: t('operations.row.cart'), href: paths.operationCart(merchantId, row.id) },
    ...(mid === null ? [] : [{ key: 'order', label: t('operations.row.copyOrder'), onSelect: () => void copy(mid) }]),
    { key: 'id', label: t('operations.row.copyId'), onSelect: () => void copy(row.id) },
  ]
  return (
    <RowActions>
      {first && (
        <Button size="small" href={verbHref(first, merchantId, row.id, flag)}>
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
