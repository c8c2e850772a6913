// Made of the contract by `npm run client`: not to be changed by hand.
import type { Page } from '../page.ts'
import { segment, type CallOptions, type Send } from '../send.ts'
import type { OperationListQuery } from './orderFilters.ts'
import type * as shapes from './shapes.ts'

/** Every call of the shops' API, by the name that its description gives it. */
export const callsOf = (send: Send) => ({
  /** Crear un pago a plazos: `POST /checkout`. It may refuse with CreditNotAvailable, DuplicatedOrder, AccountDisabled. */
  checkoutCreate: (body: shapes.CheckoutCreateBody, options?: CallOptions): Promise<shapes.CheckoutCreateAnswer> =>
    send({ call: 'checkoutCreate', method: 'POST', path: '/checkout', body, options }),

  /** ¿Se puede pagar a plazos?: `GET /checkout/button`. It may refuse with CreditNotAvailable. */
  checkoutAvailable: (query: shapes.CheckoutAvailableQuery, options?: CallOptions): Promise<shapes.CheckoutAvailableAnswer> =>
    send({ call: 'checkoutAvailable', method: 'GET', path: '/checkout/button', query, options }),

  /** Crear un pago a plazos en tienda: `POST /checkout/offline`. It may refuse with CreditNotAvailable, DuplicatedOrder, AccountDisabled. */
  checkoutOfflineCreate: (body: shapes.CheckoutOfflineCreateBody, options?: CallOptions): Promise<shapes.CheckoutOfflineCreateAnswer> =>
    send({ call: 'checkoutOfflineCreate', method: 'POST', path: '/checkout/offline', body, options }),

  /** Cómo va un pago a plazos: `GET /checkout/{id}/status`. */
  checkoutStatus: (id: string | number, options?: CallOptions): Promise<shapes.Status> =>
    send({ call: 'checkoutStatus', method: 'GET', path: `/checkout/${segment(id)}/status`, options }),

  /** Disputas de tarjeta de la tienda, la más reciente primero: `GET /disputes`. */
  orderDisputeList: (query: shapes.OrderDisputeListQuery = {}, options?: CallOptions): Promise<Page<shapes.Dispute>> =>
    send({ call: 'orderDisputeList', method: 'GET', path: '/disputes', query, options }),

  /** Simulador de cuotas: `GET /instalment-plan-simulator`. */
  planSimulate: (query: shapes.PlanSimulateQuery, options?: CallOptions): Promise<shapes.PlanSimulateAnswer> =>
    send({ call: 'planSimulate', method: 'GET', path: '/instalment-plan-simulator', query, options }),

  /** La tienda de la clave: `GET /me`. */
  merchantView: (options?: CallOptions): Promise<shapes.Merchant> => send({ call: 'merchantView', method: 'GET', path: '/me', options }),

  /** Campañas: `GET /me/campaigns`. */
  campaignList: (query: shapes.CampaignListQuery = {}, options?: CallOptions): Promise<Page<shapes.Campaign>> =>
    send({ call: 'campaignList', method: 'GET', path: '/me/campaigns', query, options }),

  /** Crear una campaña: `POST /me/campaigns`. It may refuse with AccountDisabled. */
  campaignCreate: (body: shapes.AskedCampaign, options?: CallOptions): Promise<shapes.Campaign> =>
    send({ call: 'campaignCreate', method: 'POST', path: '/me/campaigns', body, options }),

  /** Una campaña: `GET /me/campaigns/{campaignId}`. */
  campaignView: (campaignId: string | number, options?: CallOptions): Promise<shapes.Campaign> =>
    send({ call: 'campaignView', method: 'GET', path: `/me/campaigns/${segment(campaignId)}`, options }),

  /** Cambiar una campaña entera: `PUT /me/campaigns/{campaignId}`. It may refuse with AccountDisabled, CampaignNotAllowed, CampaignStale. */
  campaignReplace: (campaignId: string | number, body: shapes.ChangedCampaign, options?: CallOptions): Promise<void> =>
    send({ call: 'campaignReplace', method: 'PUT', path: `/me/campaigns/${segment(campaignId)}`, body, options }),

  /** Cambiar parte de una campaña: `PATCH /me/campaigns/{campaignId}`. It may refuse with AccountDisabled, CampaignNotAllowed, CampaignStale. */
  campaignUpdate: (campaignId: string | number, body: shapes.ChangedCampaign, options?: CallOptions): Promise<void> =>
    send({ call: 'campaignUpdate', method: 'PATCH', path: `/me/campaigns/${segment(campaignId)}`, body, options }),

  /** Borrar un borrador o una campaña que no ha empezado: `DELETE /me/campaigns/{campaignId}`. It may refuse with AccountDisabled, CampaignNotAllowed. */
  campaignRemove: (campaignId: string | number, options?: CallOptions): Promise<void> =>
    send({ call: 'campaignRemove', method: 'DELETE', path: `/me/campaigns/${segment(campaignId)}`, options }),

  /** Artículos de una campaña: `GET /me/campaigns/{campaignId}/articles`. */
  campaignArticleList: (
    campaignId: string | number,
    query: shapes.CampaignArticleListQuery = {},
    options?: CallOptions,
  ): Promise<Page<shapes.CampaignArticle>> =>
    send({ call: 'campaignArticleList', method: 'GET', path: `/me/campaigns/${segment(campaignId)}/articles`, query, options }),

  /** Añadir artículos: `POST /me/campaigns/{campaignId}/articles`. It may refuse with AccountDisabled, CampaignNotAllowed. */
  campaignArticleAdd: (campaignId: string | number, body: readonly shapes.AskedCampaignArticle[], options?: CallOptions): Promise<void> =>
    send({ call: 'campaignArticleAdd', method: 'POST', path: `/me/campaigns/${segment(campaignId)}/articles`, body, options }),

  /** Quitar artículos: `DELETE /me/campaigns/{campaignId}/articles`. It may refuse with AccountDisabled, CampaignNotAllowed. */
  campaignArticleRemove: (
    campaignId: string | number,
    query: shapes.CampaignArticleRemoveQuery = {},
    options?: CallOptions,
  ): Promise<void> =>
    send({ call: 'campaignArticleRemove', method: 'DELETE', path: `/me/campaigns/${segment(campaignId)}/articles`, query, options }),

  /** Quitar un artículo: `DELETE /me/campaigns/{campaignId}/articles/{articleId}`. It may refuse with AccountDisabled, CampaignNotAllowed. */
  campaignArticleRemoveOne: (campaignId: string | number, articleId: string | number, options?: CallOptions): Promise<void> =>
    send({
      call: 'campaignArticleRemoveOne',
      method: 'DELETE',
      path: `/me/campaigns/${segment(campaignId)}/articles/${segment(articleId)}`,
      options,
    }),

  /** Las tiendas de la clave: una: `GET /merchants`. */
  merchantList: (options?: CallOptions): Promise<Page<shapes.Merchant>> =>
    send({ call: 'merchantList', method: 'GET', path: '/merchants', options }),

  /** Clave pública de la tienda: `GET /merchants/api-keys`. */
  keyViewPublic: (options?: CallOptions): Promise<shapes.KeyViewPublicAnswer> =>
    send({ call: 'keyViewPublic', method: 'GET', path: '/merchants/api-keys', options }),

  /** Operaciones: `GET /orders`. */
  operationList: (query: OperationListQuery = {}, options?: CallOptions): Promise<Page<shapes.Order>> =>
    send({ call: 'operationList', method: 'GET', path: '/orders', query, options }),

  /** Una operación: `GET /orders/{ref}`. */
  operationView: (ref: string | number, options?: CallOptions): Promise<shapes.OperationViewAnswer> =>
    send({ call: 'operationView', method: 'GET', path: `/orders/${segment(ref)}`, options }),

  /** Cambiar el carrito: `PUT /orders/{ref}`. It may refuse with AccountDisabled. */
  operationReplaceCart: (ref: string | number, body: shapes.OperationReplaceCartBody, options?: CallOptions): Promise<void> =>
    send({ call: 'operationReplaceCart', method: 'PUT', path: `/orders/${segment(ref)}`, body, options }),

  /** Cambiar parte del carrito: `PATCH /orders/{ref}`. It may refuse with AccountDisabled. */
  operationUpdateCart: (ref: string | number, body: shapes.OperationUpdateCartBody, options?: CallOptions): Promise<void> =>
    send({ call: 'operationUpdateCart', method: 'PATCH', path: `/orders/${segment(ref)}`, body, options }),

  /** Cancelar: `POST /orders/{ref}/cancel`. It may refuse with CancelNotAllowed, AccountDisabled. */
  operationCancel: (ref: string | number, options?: CallOptions): Promise<void> =>
    send({ call: 'operationCancel', method: 'POST', path: `/orders/${segment(ref)}/cancel`, options }),

  /** Capturas y cuánto se puede capturar ahora: `GET /orders/{ref}/captures`. */
  operationCaptures: (ref: string | number, options?: CallOptions): Promise<shapes.OperationCapturesAnswer> =>
    send({ call: 'operationCaptures', method: 'GET', path: `/orders/${segment(ref)}/captures`, options }),

  /** Capturar todo o una parte: `POST /orders/{ref}/captures`. It may refuse with CaptureNotAllowed, AccountDisabled. */
  operationCapture: (
    ref: string | number,
    body: shapes.OperationCaptureBody = {},
    options?: CallOptions,
  ): Promise<shapes.OperationCaptureAnswer> =>
    send({ call: 'operationCapture', method: 'POST', path: `/orders/${segment(ref)}/captures`, body, options }),

  /** Una captura y sus devoluciones: `GET /orders/{ref}/captures/{captureId}/refunds`. */
  captureRefundable: (ref: string | number, captureId: string | number, options?: CallOptions): Promise<shapes.Capture> =>
    send({ call: 'captureRefundable', method: 'GET', path: `/orders/${segment(ref)}/captures/${segment(captureId)}/refunds`, options }),

  /** Devolver de una captura: `POST /orders/{ref}/captures/{captureId}/refunds`. It may refuse with RefundAmountExceeded, RefundNotAllowed, AccountDisabled. */
  captureRefund: (
    ref: string | number,
    captureId: string | number,
    body: shapes.CaptureRefundBody,
    options?: CallOptions,
  ): Promise<shapes.Capture> =>
    send({ call: 'captureRefund', method: 'POST', path: `/orders/${segment(ref)}/captures/${segment(captureId)}/refunds`, body, options }),

  /** Las disputas de tarjeta de una operación: `GET /orders/{ref}/disputes`. */
  orderDisputes: (ref: string | number, options?: CallOptions): Promise<shapes.OrderDisputesAnswer> =>
    send({ call: 'orderDisputes', method: 'GET', path: `/orders/${segment(ref)}/disputes`, options }),

  /** Contestar a una disputa de tarjeta con un texto: `POST /orders/{ref}/disputes/{disputeId}/evidence`. It may refuse with DisputeNotAllowed. */
  orderDisputeEvidence: (
    ref: string | number,
    disputeId: string | number,
    body: shapes.OrderDisputeEvidenceBody,
    options?: CallOptions,
  ): Promise<shapes.Dispute> =>
    send({
      call: 'orderDisputeEvidence',
      method: 'POST',
      path: `/orders/${segment(ref)}/disputes/${segment(disputeId)}/evidence`,
      body,
      options,
    }),

  /** Cuánto se puede devolver: `GET /orders/{ref}/refund`. */
  operationRefundable: (ref: string | number, options?: CallOptions): Promise<shapes.OperationRefundableAnswer> =>
    send({ call: 'operationRefundable', method: 'GET', path: `/orders/${segment(ref)}/refund`, options }),

  /** Devolver: `POST /orders/{ref}/refund-extended`. It may refuse with RefundAmountExceeded, RefundNotAllowed, AccountDisabled. */
  operationRefund: (ref: string | number, body: shapes.OperationRefundBody, options?: CallOptions): Promise<shapes.OperationRefundAnswer> =>
    send({ call: 'operationRefund', method: 'POST', path: `/orders/${segment(ref)}/refund-extended`, body, options }),

  /** Anulaciones y cuánto se puede anular: `GET /orders/{ref}/void`. */
  operationVoids: (ref: string | number, options?: CallOptions): Promise<shapes.Voids> =>
    send({ call: 'operationVoids', method: 'GET', path: `/orders/${segment(ref)}/void`, options }),

  /** Anular una parte antes de capturarla: `POST /orders/{ref}/void`. It may refuse with VoidNotAllowed, AccountDisabled. */
  operationVoid: (ref: string | number, body: shapes.OperationVoidBody, options?: CallOptions): Promise<shapes.Voids> =>
    send({ call: 'operationVoid', method: 'POST', path: `/orders/${segment(ref)}/void`, body, options }),

  /** Liquidaciones de la tienda, por fecha valor: `GET /settlements`. */
  settlementList: (query: shapes.SettlementListQuery = {}, options?: CallOptions): Promise<Page<shapes.Settlement>> =>
    send({ call: 'settlementList', method: 'GET', path: '/settlements', query, options }),

  /** Cuadrar un extracto del banco con las liquidaciones: `POST /settlements/reconcile`. */
  settlementReconcile: (body: shapes.SettlementReconcileBody, options?: CallOptions): Promise<shapes.Reconciled> =>
    send({ call: 'settlementReconcile', method: 'POST', path: '/settlements/reconcile', body, options }),

  /** Las líneas de una liquidación: `GET /settlements/{settlementId}/lines`. */
  settlementLines: (
    settlementId: string | number,
    query: shapes.SettlementLinesQuery = {},
    options?: CallOptions,
  ): Promise<Page<shapes.SettlementLine>> =>
    send({ call: 'settlementLines', method: 'GET', path: `/settlements/${segment(settlementId)}/lines`, query, options }),
})
