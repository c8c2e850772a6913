import type { ComponentType } from 'react'
import type { Operation } from '#contract/sales/operations'
import { paths } from '../../platform/routes/paths.ts'
import { go } from '../../platform/routes/go.ts'
import { AddressDialog } from '../../platform/feedback/AddressDialog.tsx'
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
  const back = () => go(paths.operation(merchantId, operationId, flag), { replace: true, keepScroll: true })
  return (
    operation && (
      <AddressDialog isAllowed={allowed(operation)} refusal={refusal} onClose={back}>
        <Form operation={operation} onClose={back} />
      </AddressDialog>
    )
  )
}
