<?php
/**
 * Calls of the provider's API for shops.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/** The mode is the key's: `sk_test_…` and `pk_test_…` are for tests. */
final class Api {
	private const TIMEOUT_SECONDS = 20;
	private const TRIES           = 3;

	public function __construct( private readonly string $key ) {}

	public function is_sandbox(): bool {
		return str_contains( $this->key, '_test_' );
	}

	/**
	 * A read.
	 *
	 * @return array<string, mixed>
	 * @throws Api_Error When the answer is an error, or none comes.
	 */
	public function get( string $path ): array {
		return $this->send( 'GET', $path, null, null );
	}

	/**
	 * A write. A lost answer is asked for again with the same key, which does nothing twice.
	 *
	 * @param array<string, mixed>|null $body What is sent.
	 * @param string                    $idempotency_key The same for a repetition of the same act, and for no other.
	 * @return array<string, mixed>
	 * @throws Api_Error When the answer is an error, or none comes.
	 */
	public function post( string $path, ?array $body, string $idempotency_key ): array {
		return $this->send( 'POST', $path, $body, $idempotency_key );
	}

	/** @return array<string, mixed> */
	private function send( string $method, string $path, ?array $body, ?string $idempotency_key ): array {
		$provider = provider();
		$request  = array(
			'method'  => $method,
			'timeout' => self::TIMEOUT_SECONDS,
			'headers' => array_filter(
				array(
					'Authorization'   => 'Bearer ' . $this->key,
					'Accept'          => 'application/vnd.' . $provider['vendor'] . ( $this->is_sandbox() ? '.sandbox' : '' ) . '.v4+json',
					'Accept-Language' => substr( get_locale(), 0, 2 ),
					'Content-Type'    => null === $body ? null : 'application/json',
					'Idempotency-Key' => $idempotency_key,
					'User-Agent'      => sprintf( 'WordPress/%s, WooCommerce/%s, PagoAPlazos/%s', get_bloginfo( 'version' ), WC()->version, VERSION ),
				)
			),
			'body'    => null === $body ? null : wp_json_encode( $body ),
		);
		for ( $try = 1; ; $try++ ) {
			try {
				return $this->answer( wp_remote_request( $provider['api_url'] . $path, $request ) );
			} catch ( Api_Error $error ) {
				if ( ! $error->is_unknown() || self::TRIES === $try ) {
					throw $error;
				}
			}
		}
	}

	/**
	 * The body of an answer.
	 *
	 * @param array<string, mixed>|\WP_Error $response What WordPress received.
	 * @return array<string, mixed>
	 */
	private function answer( $response ): array {
		if ( is_wp_error( $response ) ) {
			throw new Api_Error( 'Unreachable', __( 'El pago a plazos no responde ahora. Prueba dentro de un momento.', 'pago-a-plazos' ), 0 );
		}
		$status = (int) wp_remote_retrieve_response_code( $response );
		$body   = json_decode( wp_remote_retrieve_body( $response ), true );
		if ( $status >= 200 && $status < 300 ) {
			return is_array( $body ) ? $body : array();
		}
		$error = is_array( $body ) && is_array( $body['error'] ?? null ) ? $body['error'] : array();
		throw new Api_Error(
			(string) ( $error['type'] ?? 'InternalError' ),
			(string) ( $error['message'] ?? __( 'El pago a plazos no responde ahora. Prueba dentro de un momento.', 'pago-a-plazos' ) ),
			$status
		);
	}
}
