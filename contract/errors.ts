/** Every refusal that a call may answer: its type on the wire, its HTTP status (specification §8; the others our choice). */
export const refusalStatus = {
  ApiValidationException: 400,
  UnauthorizedException: 401,
  InvalidToken: 401,
  TokenExpired: 401,
  StepUpRequired: 401,
  NotAuthenticated: 403,
  PermissionDenied: 403,
  AccountDisabled: 403,
  CreditNotAvailable: 403,
  ObjectNotFoundException: 404,
  MethodNotAllowed: 405,
  RefundAmountExceeded: 409,
  RefundNotAllowed: 409,
  CancelNotAllowed: 409,
  CaptureNotAllowed: 409,
  ConfirmNotAllowed: 409,
  UndoNotAllowed: 409,
  ResendNotAllowed: 409,
  StepNotAllowed: 409,
  CodeWrong: 409,
  CardDeclined: 409,
  DuplicatedOrder: 409,
  StaleAmount: 409,
  IdempotencyInFlight: 409,
  LinkReplaced: 410,
  PayloadTooLarge: 413,
  UnsupportedMediaType: 415,
  IdempotencyKeyReused: 422,
  UnknownField: 422,
  TooManyRequests: 429,
  InternalError: 500,
  Maintenance: 503,
} as const

export type RefusalType = keyof typeof refusalStatus

/** One wrong field: its name as on the wire, a code that the message catalogue knows, the sentence in the caller's language. */
export type FieldProblem = { name: string; code: string; message: string }
