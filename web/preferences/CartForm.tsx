import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { configurationUpdate, type Cart } from '#contract/preferences'
import { isApiFailure } from '../api/apiFailure.ts'
import { write } from '../api/write.ts'
import { money } from '../i18n/format.ts'
import { t } from '../i18n/t.ts'
import { failureText } from '../operation/FailureCard.tsx'
import { useContentKey } from '../operation/useContentKey.ts'
import { useShop } from '../operation/useShop.ts'
import { showToast } from '../shell/toasts.ts'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { MoneyInput } from '../ui/MoneyInput.tsx'
import { CartEffect } from './CartEffect.tsx'
import { cartRead } from './preferenceReads.ts'

type Problems = { minAmount?: string; maxAmount?: string; form?: string; stale?: boolean }

function problemsOf(error: unknown): Problems {
  const fields = isApiFailure(error) ? error.fields : new Map<string, { message: string }>()
  const [min, max] = [fields.get('cart.minAmount')?.message, fields.get('cart.maxAmount')?.message]
  if (min === undefined && max === undefined)
    return { form: failureText(error), stale: isApiFailure(error) && error.type === 'SettingsStale' }
  return { ...(min !== undefined && { minAmount: min }), ...(max !== undefined && { maxAmount: max }) }
}

/** Changes the limits; says beforehand what they would have kept out. What somebody else saves meanwhile takes nothing away that was typed. */
export function CartForm({ cart }: { cart: Cart }) {
  const { merchantId } = useShop()
  const client = useQueryClient()
  /** Null: nothing was typed. The revision is the one that the person has in view while typing. */
  const [typed, setTyped] = useState<Pick<Cart, 'minAmount' | 'maxAmount' | 'revision'> | null>(null)
  const { minAmount, maxAmount, revision } = typed ?? cart
  const [problems, setProblems] = useState<Problems>({})
  const [busy, setBusy] = useState(false)
  const { keyOf } = useContentKey()
  const dirty = minAmount !== cart.minAmount || maxAmount !== cart.maxAmount
  const least = Math.min(...cart.products.map((one) => one.minAmount))
  const most = Math.max(...cart.products.map((one) => one.maxAmount))

  const { queryKey } = cartRead(merchantId)
  const type = (change: Partial<Cart>) => setTyped({ minAmount, maxAmount, revision, ...change })
  const said = (amount: number | null) => (amount === null ? t('preferences.cart.asProducts') : money(amount))

  /** Shows what somebody else has saved; whoever saves again has seen it. */
  async function readAgain() {
    const now = await client.fetchQuery({ ...cartRead(merchantId), staleTime: 0 })
    setTyped({ minAmount, maxAmount, revision: now.revision })
  }
  async function save() {
    if (busy || !dirty) return
    const body = { cart: { minAmount, maxAmount }, revision }
    setBusy(true)
    setProblems({})
    try {
      const saved = await write(configurationUpdate, { params: { merchantId }, body, key: keyOf(body) })
      client.setQueryData(queryKey, saved)
      setTyped(null)
      void client.invalidateQueries({ queryKey: ['merchantConfiguration'] })
      showToast(t('preferences.cart.saved'), { key: 'cart' })
    } catch (error) {
      const found = problemsOf(error)
      if (found.stale) await readAgain().catch(() => {}) // saving once more is refused once more
      setProblems(found)
      document.getElementById(found.minAmount ? 'cart-min' : 'cart-max')?.focus()
    } finally {
      setBusy(false)
    }
  }
  if (cart.products.length === 0) return <p className="text-md text-ink-2">{t('preferences.cart.noProducts')}</p>
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <div className="grid max-w-[560px] gap-5 md:grid-cols-2">
        <Field
          id="cart-min"
          label={t('preferences.cart.min')}
          help={t('preferences.cart.minHelp', { least: money(least) })}
          error={problems.minAmount}
        >
          <MoneyInput value={minAmount} onChange={(amount) => type({ minAmount: amount })} />
        </Field>
        <Field
          id="cart-max"
          label={t('preferences.cart.max')}
          help={t('preferences.cart.maxHelp', { most: money(most) })}
          error={problems.maxAmount}
        >
          <MoneyInput value={maxAmount} onChange={(amount) => type({ maxAmount: amount })} />
        </Field>
      </div>
      <CartEffect minAmount={minAmount} maxAmount={maxAmount} />
      {problems.form && (
        <Banner tone="error" live title={problems.form}>
          {problems.stale && t('preferences.cart.now', { min: said(cart.minAmount), max: said(cart.maxAmount) })}
        </Banner>
      )}
      <div>
        <Button
          type="submit"
          variant="filled"
          busy={busy}
          busyLabel={t('preferences.saving')}
          disabledReason={dirty ? null : t('preferences.cart.same')}
        >
          {t('preferences.cart.save')}
        </Button>
      </div>
    </form>
  )
}
