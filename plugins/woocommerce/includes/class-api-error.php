<?php
/**
 * An answer of the provider that is an error, or none.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/** The message is a sentence for the shop's people and customers; `$type` is the error's name in the API. */
final class Api_Error extends \RuntimeException {
	public function __construct( public readonly string $type, string $message, public readonly int $status ) {
		parent::__construct( $message );
	}

	/** Whether the request may have been done: its outcome is asked for by sending it again with the same key. */
	public function is_unknown(): bool {
		return 0 === $this->status || $this->status >= 500;
	}
}
