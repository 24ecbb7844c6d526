// A PJRT plugin that has devices and computes nothing, for tests.
//
//	gcc -shared -fPIC -I <folder of pjrt_c_api.h> -D DEVICES=2 -o plugin.so plugin.c
//
// With DEVICES=0 it makes no client, like CUDA's plugin where there is no GPU.

#include <string.h>

#include "pjrt_c_api.h"

struct PJRT_Error { const char *message; };

static struct PJRT_Error no_devices = {"stub: no devices\nto be found"};
static struct PJRT_Error not_made = {"stub: computes nothing"};

static PJRT_Error *refuse(void *args) { return &not_made; }
static PJRT_Error *agree(void *args) { return NULL; }

static void error_destroy(PJRT_Error_Destroy_Args *args) {}

static void error_message(PJRT_Error_Message_Args *args) {
  args->message = args->error->message;
  args->message_size = strlen(args->error->message);
}

static PJRT_Error *error_code(PJRT_Error_GetCode_Args *args) {
  args->code = PJRT_Error_Code_UNIMPLEMENTED;
  return NULL;
}

static PJRT_Error *client_create(PJRT_Client_Create_Args *args) {
  args->client = (PJRT_Client *)&not_made; // any address but NULL
  return DEVICES > 0 ? NULL : &no_devices;
}

static PJRT_Error *client_devices(PJRT_Client_AddressableDevices_Args *args) {
  static PJRT_Device *devices[DEVICES + 1];
  for (int i = 0; i < DEVICES; i++) devices[i] = (PJRT_Device *)&devices[i];
  args->addressable_devices = devices;
  args->num_addressable_devices = DEVICES;
  return NULL;
}

static PJRT_Error *debug_string(PJRT_DeviceDescription_DebugString_Args *args) {
  args->debug_string = "StubDevice";
  args->debug_string_size = strlen("StubDevice");
  return NULL;
}

const PJRT_Api *GetPjrtApi(void) {
  static PJRT_Api api = {
      .struct_size = PJRT_Api_STRUCT_SIZE,
      .pjrt_api_version = {.struct_size = PJRT_Api_Version_STRUCT_SIZE,
                           .major_version = PJRT_API_MAJOR,
                           .minor_version = PJRT_API_MINOR},
  };
  for (void **f = (void **)&api.PJRT_Error_Destroy; f < (void **)(&api + 1); f++) *f = refuse;
  api.PJRT_Error_Destroy = error_destroy;
  api.PJRT_Error_Message = error_message;
  api.PJRT_Error_GetCode = error_code;
  api.PJRT_Plugin_Initialize = (PJRT_Plugin_Initialize *)agree;
  api.PJRT_Plugin_Attributes = (PJRT_Plugin_Attributes *)agree;
  api.PJRT_Client_Create = client_create;
  api.PJRT_Client_Destroy = (PJRT_Client_Destroy *)agree;
  api.PJRT_Client_PlatformName = (PJRT_Client_PlatformName *)agree;
  api.PJRT_Client_PlatformVersion = (PJRT_Client_PlatformVersion *)agree;
  api.PJRT_Client_ProcessIndex = (PJRT_Client_ProcessIndex *)agree;
  api.PJRT_Client_AddressableDevices = client_devices;
  api.PJRT_Device_LocalHardwareId = (PJRT_Device_LocalHardwareId *)agree;
  api.PJRT_Device_GetDescription = (PJRT_Device_GetDescription *)agree;
  api.PJRT_DeviceDescription_ProcessIndex = (PJRT_DeviceDescription_ProcessIndex *)agree;
  api.PJRT_DeviceDescription_DebugString = debug_string;
  return &api;
}
