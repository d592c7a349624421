#include "tablic/client.h"

#include <grpcpp/grpcpp.h>

#include <cstdlib>
#include <iostream>

#include "tablic/v1/referee.grpc.pb.h"

namespace tablic {
namespace {

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

}  // namespace

void serve(Player& player, const std::string& address, const std::string& token) {
  const auto stub = v1::RefereeService::NewStub(
      grpc::CreateChannel(address, grpc::InsecureChannelCredentials()));
  grpc::ClientContext context;
  const auto stream = stub->Play(&context);
  stream->Write(player.hello(token));
  v1::PlayResponse response;
  while (!player.done() && stream->Read(&response))
    player.take(response, [&](const v1::PlayRequest& request) { stream->Write(request); });
  stream->WritesDone();
  const grpc::Status status = stream->Finish();
  if (player.done()) return;
  throw ConnectionLostError(
      "the referee at " + address +
      (status.ok() ? " left without a farewell" : " is lost: " + status.error_message()));
}

int run(const Settings& settings, const BotMaker& make) {
  const std::string address = variable("TABLIC_ADDRESS"), token = variable("TABLIC_TOKEN");
  if (address.empty() || token.empty()) {
    std::cerr << settings.name
              << " is a bot for an arena, which starts it with TABLIC_ADDRESS and TABLIC_TOKEN set."
              << " Try: tablic-arena match FOLDER OTHER_BOT" << std::endl;
    return 2;
  }
  if (address.rfind("unix:", 0) != 0) {
    // The token would be sent in plain text.
    std::cerr << settings.name << " plays on the machine of its arena, and TABLIC_ADDRESS is '"
              << address << "'; let it begin with unix:" << std::endl;
    return 2;
  }
  Player player(settings, make);
  try {
    serve(player, address, token);
  } catch (const std::exception& error) {
    std::cerr << settings.name << ": " << error.what() << std::endl;
    return 1;
  }
  return 0;
}

}  // namespace tablic
