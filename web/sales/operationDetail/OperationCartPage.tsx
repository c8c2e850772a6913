import { useQuery } from '@tanstack/react-query'
import type { operationCart } from '#contract/sales/operations'
import type { AnswerOf } from '#contract/platform/endpoint'
import { isRounding } from '#domain/sales/shopsApi/shopCart'
import { Dialog } from '../../platform/feedback/Dialog.tsx'
import type { LoaderContext, Screen } from '../../platform/routes/screen.ts'
import { go } from '../../platform/routes/go.ts'
import { money, percent, quantity } from '../../platform/i18n/format.ts'
import { t } from '../../platform/i18n/t.ts'
import { paths } from '../../platform/routes/paths.ts'
import { Cell } from '../../platform/ui/tables/Cell.tsx'
import { HeadCell } from '../../platform/ui/tables/HeadCell.tsx'
import { Money } from '../../platform/ui/figures/Money.tsx'
import { Table } from '../../platform/ui/tables/Table.tsx'
import { TableRow } from '../../platform/ui/tables/TableRow.tsx'
import { FailureCard } from '../../platform/requests/FailureCard.tsx'
import { cartRead } from '../operationStatus/operationReads.ts'
import { orderText } from '../operationStatus/operationText.ts'
import { useOperation } from '../refunds/useOperation.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

/** Prefetches the cart. */
function loader({ params, queryClient }: LoaderContext): void {
  const { merchantId = '', operationId = '' } = params
  void queryClient.prefetchQuery(cartRead(merchantId, operationId))
}

/** Dialog with the cart, line by line; the lines add up to the amount. */
function OperationCart() {
  const { operation, merchantId, operationId } = useOperation()
  const { flag } = useMerchant()
  const { data: cart, isError, error, refetch, isFetching } = useQuery(cartRead(merchantId, operationId))
  const rest = cart === undefined ? null : restOf(cart)
  const close = () => go(paths.operation(merchantId, operationId, flag), { keepScroll: true })
  return (
    <Dialog size="money" title={t('operations.cartTitle', { order: operation ? orderText(operation) : '' })} onClose={close}>
      {isError && <FailureCard title={t('operations.failed.cart')} error={error} onRetry={() => void refetch()} retrying={isFetching} />}
      {!cart && !isError && (
        <p className="text-md text-ink-3" aria-busy="true">
          {t('operations.cart.loading')}
        </p>
      )}
      {cart && (
        <Table
          bleed={false}
          cards
          caption={t('operations.cart.title')}
          head={
            <>
              <HeadCell>{t('operations.cart.article')}</HeadCell>
              <HeadCell numeric>{t('operations.cart.quantity')}</HeadCell>
              <HeadCell numeric>{t('operations.cart.price')}</HeadCell>
              <HeadCell numeric>{t('operations.cart.discount')}</HeadCell>
              <HeadCell numeric>{t('operations.cart.tax')}</HeadCell>
              <HeadCell numeric>{t('operations.cart.total')}</HeadCell>
            </>
          }
          foot={
            <>
              {rest !== null && rest.discount !== 0 && <RestRow label={t('operations.cart.orderDiscount')} cents={rest.discount} />}
              {rest !== null && rest.difference !== 0 && (
                <RestRow
                  label={t(rest.isRounding ? 'operations.cart.rounding' : 'operations.cart.difference')}
                  detail={t('operations.cart.difference.why')}
                  cents={rest.difference}
                />
              )}
              <TableRow>
                <Cell card="title" colSpan={5} strong>
                  {t('operations.cart.sum')}
                </Cell>
                <Cell card="amount" numeric strong>
                  <Money closed={rest !== null} cents={cart.totalAmount} />
                </Cell>
              </TableRow>
            </>
          }
        >
          {cart.articles.map((article, index) => (
            <TableRow key={`${index}-${article.name}`}>
              <Cell
                card="title"
                detail={
                  <span className="md:hidden">
                    {t('operations.cart.units', {
                      units: quantity(article.quantity),
                      price: money(article.price),
                    })}
                  </span>
                }
              >
                {article.name}
              </Cell>
              <Cell numeric>{quantity(article.quantity)}</Cell>
              <Cell numeric>
                <Money cents={article.price} />
              </Cell>
              <Cell numeric>
                <Money zeroDash cents={-article.discount} />
              </Cell>
              <Cell numeric>{percent(article.taxRate)}</Cell>
              <Cell card="amount" numeric strong>
                <Money cents={article.total} />
              </Cell>
            </TableRow>
          ))}
          {cart.shipping && (
            <TableRow>
              <Cell card="title" colSpan={5}>
                {t('operations.cart.shipping', { name: cart.shipping.name })}
              </Cell>
              <Cell card="amount" numeric strong>
                <Money cents={cart.shipping.total} />
              </Cell>
            </TableRow>
          )}
        </Table>
      )}
      {cart && cart.refundedAmount > 0 && (
        <p className="pt-4 text-md text-ink-2">{t('operations.cart.refunded', { amount: money(cart.refundedAmount) })}</p>
      )}
    </Dialog>
  )
}

type Cart = AnswerOf<typeof operationCart>
type Rest = { discount: number; difference: number; isRounding: boolean }

/**
 * The difference between lines and total: a discount on the whole order, and a remaining difference such as rounding. Null where it is unknown and
 * the lines do not add up.
 */
function restOf({ articles, shipping, totalAmount, differenceAmount }: Cart): Rest | null {
  const lines = articles.reduce((sum, { total }) => sum + total, shipping?.total ?? 0)
  if (differenceAmount === null) return lines === totalAmount ? { discount: 0, difference: 0, isRounding: false } : null
  const difference = differenceAmount
  const rounded = articles.length + (shipping ? 1 : 0)
  return { discount: totalAmount - difference - lines, difference, isRounding: isRounding(difference, rounded) }
}

function RestRow({ label, detail, cents }: { label: string; detail?: string; cents: number }) {
  return (
    <TableRow>
      <Cell card="title" colSpan={5} detail={detail}>
        {label}
      </Cell>
      <Cell card="amount" numeric>
        <Money cents={cents} />
      </Cell>
    </TableRow>
  )
}

export const OperationCartPage: Screen = { component: OperationCart, loader }
