<?php
/**
 * Who provides the payment: written into the file that the panel offers for download.
 *
 * @package PagoAPlazos
 */

declare(strict_types=1);

namespace PagoAPlazos;

defined( 'ABSPATH' ) || exit;

/**
 * The provider's name and addresses.
 *
 * @return array{name: string, vendor: string, api_url: string, script_url: string}
 */
function provider(): array {
	return json_decode( file_get_contents( __DIR__ . '/provider.json' ), true, 512, JSON_THROW_ON_ERROR );
}
