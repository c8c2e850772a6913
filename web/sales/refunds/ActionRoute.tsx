import { useEffect, useState, type ComponentType } from 'react'
import type { Operation } from '#contract/sales/operations'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { showToast } from '../../platform/feedback/toasts.ts'
import { useOperation } from './useOperation.ts'
import { useMerchant } from '../../platform/requests/useMerchant.ts'

type ActionRouteProps = {
  allowed: (operation: Operation) => boolean
  /** Shown when the action is not possible; the operation's page explains why. */
  refusal: string
  form: ComponentType<{ operation: Operation; onClose: () => void }>
}

/** A dialog route over an operation: renders its form once the operation is loaded, if the action was possible when it was opened. */
export function ActionRoute({ allowed, refusal, form: Form }: ActionRouteProps) {
  const { operation, merchantId, operationId } = useOperation()
  const { flag } = useMerchant()
  const [opened, setOpened] = useState(false)
  const back = () => go(paths.operation(merchantId, operationId, flag), { replace: true, keepScroll: true })
  const ready = operation !== undefined
  // Decided once: the action itself makes the operation no longer allow it while the form is open.
  useEffect(() => {
    if (!operation || opened) return
    if (allowed(operation)) return setOpened(true)
    showToast(refusal)
    back()
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the operation is loaded
  }, [ready])
  return operation && opened ? <Form operation={operation} onClose={back} /> : null
}
